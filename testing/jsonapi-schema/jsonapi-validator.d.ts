/** The parts used of `jsonapi-validator`, which ships no types of its own. */
declare module 'jsonapi-validator' {
  export class Validator {
    /** @param schema the schema to check against; without it, the one for JSON:API 1.0 that the package ships */
    constructor(schema?: object);
    /** @throws an Error whose `errors` are those of Ajv if the document is not valid */
    validate(document: unknown): void;
  }
}
