/** The parts used of `devour-client`, which ships no types of its own. */
declare module 'devour-client' {
  export interface DevourOptions {
    readonly apiUrl: string;
    readonly pluralize: false;
    readonly logger: boolean;
    /** What of an error object the library keeps. */
    readonly errorBuilder: (error: unknown) => unknown;
  }
  export default class JsonApi {
    constructor(options: DevourOptions);
    define(model: string, attributes: Readonly<Record<string, unknown>>): void;
    findAll(model: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown>;
    find(model: string, id: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  }
}
