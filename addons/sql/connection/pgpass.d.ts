/** The parts of pgpass that are used; it brings no types. */
declare module 'pgpass' {
  interface Lookup {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  }
  /** @param done is given the password, or undefined where the file has none */
  export default function pgpass(lookup: Lookup, done: (password: string | undefined) => void): void;
}
