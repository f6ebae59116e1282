/** The parts of pgpass that are used; it brings no types. */
declare module 'pgpass' {
  interface Wanted {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  }
  /** @param done is given the password, or undefined where the file has none */
  export default function pgpass(wanted: Wanted, done: (password: string | undefined) => void): void;
}
