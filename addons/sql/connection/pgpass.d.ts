/** Types for the package pgpass, which has none: its one function. */
declare module 'pgpass' {
  interface Lookup {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  }
  /** @param done called with the password, or with undefined if ~/.pgpass has no matching line */
  export default function pgpass(lookup: Lookup, done: (password: string | undefined) => void): void;
}
