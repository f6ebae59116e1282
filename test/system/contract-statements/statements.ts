/**
 * Every statement of the JSON:API specification, and where this project answers it: by tests that bear its id, or
 * by a reason why it asks nothing of a server that only reads.
 *
 * The ids are those of the specification's own list, in its order; six of them stand in it twice, and so here. A
 * test is named as in its `it`, without the ids in front. `table.test.ts` holds the table to the list and the tests.
 */
import {
  AT_MEMBERS,
  CLIENT_READS,
  CLIENT_SENDS,
  DEFAULT_INCLUDE,
  type Entry,
  IDENTIFIER_META,
  JSONAPI_META,
  OWN_PARAMETERS,
} from './waivers.js';
import { WRITING } from './writing.js';

const BEFORE_WRITING: readonly Entry[] = [
  { id: 'request-content-type', waived: CLIENT_SENDS },
  { id: 'request-accept', waived: CLIENT_SENDS },
  { id: 'response-ignore-parameters', waived: CLIENT_READS },
  { id: 'response-content-type', tests: ['every answer › is sent as the media type without parameters'] },
  { id: 'response-unsupported-media-type', tests: ['a content type with parameters › is refused with 415'] },
  { id: 'response-not-acceptable', tests: ['only instances with parameters › are refused with 406'] },
  { id: 'additional-members', tests: ['every document › has only members that the specification defines'] },
  { id: 'ignore-additional-members', tests: ['a body with unknown and @-members › changes nothing'] },
  {
    id: 'json-object',
    tests: ['every document › is an object with data, errors or meta, and never data beside errors'],
  },
  {
    id: 'required-top-level',
    tests: ['every document › is an object with data, errors or meta, and never data beside errors'],
  },
  {
    id: 'data-errors',
    tests: ['every document › is an object with data, errors or meta, and never data beside errors'],
  },
  { id: 'optional-top-level', tests: ['every document › says which version it is'] },
  { id: 'data-included', tests: ['documents without data › have no included'] },
  { id: 'top-level-links', tests: ['the top-level self link › generates the document it stands in'] },
  { id: 'primary-data', tests: ['one resource › is an object, and null where there is none now'] },
  { id: 'logical-collection', tests: ['a collection › is a list, also of one item and of none'] },
  { id: 'resource-required-top-level', tests: ['every resource and identifier › has type and id as strings'] },
  {
    id: 'resource-optional-top-level',
    tests: ['every resource › has attributes, relationships, links and meta as objects, and nothing else'],
  },
  { id: 'resource-id-type', tests: ['every resource and identifier › has type and id as strings'] },
  { id: 'resource-id-type-types', tests: ['every resource and identifier › has type and id as strings'] },
  { id: 'resource-unique', tests: ['type and id › identify one resource: wherever it is shown, it is the same'] },
  { id: 'resource-type-constraints', tests: ['every type › is spelt as a member name is'] },
  {
    id: 'resource-fields',
    tests: [
      'fields › share one namespace without type, id, links and relationships; linkage never stands among attributes',
    ],
  },
  {
    id: 'resource-attributes-key',
    tests: ['every resource › has attributes, relationships, links and meta as objects, and nothing else'],
  },
  {
    id: 'resource-attributes-reserve-members',
    tests: [
      'fields › share one namespace without type, id, links and relationships; linkage never stands among attributes',
    ],
  },
  {
    id: 'resource-attributes-reserve-members',
    tests: [
      'fields › share one namespace without type, id, links and relationships; linkage never stands among attributes',
    ],
  },
  {
    id: 'resource-relationships-key',
    tests: ['every resource › has attributes, relationships, links and meta as objects, and nothing else'],
  },
  {
    id: 'resource-relationships-object',
    tests: ['every relationship › has links made of its resource and its name alone'],
  },
  { id: 'resource-relationships-pagination', tests: ['a to-many cut short › links to its next part'] },
  { id: 'resource-related-resource-link', tests: ['a related link › answers even where nothing is related'] },
  {
    id: 'resource-related-resource-link-change',
    tests: ['every relationship › has links made of its resource and its name alone'],
  },
  { id: 'resource-linkage', tests: ['linkage › is null, an identifier, or a list of them, as the relationship is'] },
  {
    id: 'resource-links',
    tests: ['every resource › has attributes, relationships, links and meta as objects, and nothing else'],
  },
  {
    id: 'resource-link-response',
    tests: ['the self link of a resource › is answered with that resource as primary data'],
  },
  { id: 'resource-identifier-required-members', tests: ['every resource and identifier › has type and id as strings'] },
  { id: 'resource-identifier-optional-member', waived: IDENTIFIER_META },
  { id: 'compound-documents-allow', tests: ['included resources › are a list of resource objects at the top level'] },
  {
    id: 'compound-documents-top-level-included',
    tests: ['included resources › are a list of resource objects at the top level'],
  },
  {
    id: 'compound-documents-full-linkage',
    tests: ['included resources › are each linked to, and none is shown twice'],
  },
  { id: 'compound-documents-duplicates', tests: ['included resources › are each linked to, and none is shown twice'] },
  { id: 'meta-objects', tests: ['every meta member › is an object'] },
  { id: 'meta-object-members', tests: ['every meta member › is an object'] },
  { id: 'top-level-links', tests: ['every links member › is an object of links, each a string'] },
  { id: 'top-level-links-members', tests: ['every links member › is an object of links, each a string'] },
  { id: 'top-level-json-api-member', tests: ['every document › says which version it is'] },
  { id: 'json-api-type', tests: ['every document › says which version it is'] },
  { id: 'json-api-version', tests: ['every document › says which version it is'] },
  { id: 'json-api-meta', waived: JSONAPI_META },
  { id: 'member-name-case', tests: ['names in another case › are other names'] },
  { id: 'member-name-character', tests: ['every member name › is one that needs no encoding in an address'] },
  {
    id: 'member-name-allowed-characters-only',
    tests: ['every member name › is one that needs no encoding in an address'],
  },
  { id: 'member-name-globally-allowed', tests: ['every member name › is one that needs no encoding in an address'] },
  { id: 'member-name-url-safe', tests: ['every member name › is one that needs no encoding in an address'] },
  { id: 'member-name-allowed-characters', tests: ['every member name › is one that needs no encoding in an address'] },
  { id: 'member-name-reserved-characters', tests: ['every member name › is one that needs no encoding in an address'] },
  { id: 'member-name-at-members-definition', waived: AT_MEMBERS },
  { id: 'member-name-at-members-where', waived: AT_MEMBERS },
  { id: 'member-name-at-members-no-process', tests: ['a body with unknown and @-members › changes nothing'] },
  {
    id: 'member-name-at-members-ignore-for-definitions',
    tests: ['a body with unknown and @-members › changes nothing'],
  },
  { id: 'fetch-url-support', tests: ['self and related links › answer 200 when followed'] },
  { id: 'fetch-response-code', tests: ['self and related links › answer 200 when followed'] },
  { id: 'fetch-primary-data-collection', tests: ['a collection › is a list, also of one item and of none'] },
  { id: 'fetch-primary-data-single', tests: ['one resource › is an object, and null where there is none now'] },
  { id: 'fetch-responses-404', tests: ['an item that does not exist › is not found'] },
  { id: 'fetch-responses-other-status-codes', tests: ['other failures › have their own status and details'] },
  { id: 'fetch-responses-error-details', tests: ['other failures › have their own status and details'] },
  {
    id: 'fetch-responses-http-semantics',
    tests: ['HEAD, conditional requests and other methods › are answered as HTTP says'],
  },
  { id: 'fetch-relationships', tests: ['self links of relationships › answer 200 with the linkage'] },
  { id: 'fetch-relationships-response-200', tests: ['self links of relationships › answer 200 with the linkage'] },
  {
    id: 'fetch-relationships-response-200-primary-data',
    tests: ['self links of relationships › answer 200 with the linkage'],
  },
  {
    id: 'fetch-relationships-response-200-self-related',
    tests: ['linkage documents › link to themselves and to the related resources'],
  },
  { id: 'fetch-relationships-response-404', tests: ['a relationship link that does not exist › is not found'] },
  {
    id: 'fetch-relationships-response-exists-empty',
    tests: ['an empty relationship › is 200 with null or an empty list'],
  },
  { id: 'fetch-relationships-other-status-codes', tests: ['a relationship link that does not exist › is not found'] },
  { id: 'fetch-relationships-other-error-details', tests: ['a relationship link that does not exist › is not found'] },
  { id: 'fetch-relationships-http-semantics', tests: ['self links of relationships › answer 200 with the linkage'] },
  { id: 'inclusion-default', waived: DEFAULT_INCLUDE },
  { id: 'inclusion-include-parameter', tests: ['include › adds what is asked for and nothing else'] },
  { id: 'inclusion-unrequested', tests: ['include › adds what is asked for and nothing else'] },
  {
    id: 'inclusion-include-parameter-value',
    tests: ['include › is a list of paths, with commas between and dots inside'],
  },
  { id: 'inclusion-bad-request', tests: ['a path that leads nowhere › is refused with 400'] },
  { id: 'sparse-fieldsets-parameter', tests: ['a set of fields › is all that is shown of its type'] },
  { id: 'sparse-fieldsets-parameter-value', tests: ['the names › are parted by commas, and each must exist'] },
  { id: 'sparse-fieldsets-additional-fields', tests: ['a set of fields › is all that is shown of its type'] },
  { id: 'sorting-option', tests: ['sort › orders the primary data'] },
  { id: 'sorting-parameter', tests: ['sort › orders the primary data'] },
  { id: 'sorting-parameter-value', tests: ['several fields › are parted by commas and applied in their order'] },
  { id: 'sorting-multiple-fields', tests: ['several fields › are parted by commas and applied in their order'] },
  { id: 'sorting-multiple-fields-order', tests: ['several fields › are parted by commas and applied in their order'] },
  { id: 'sorting-order', tests: ['a field › is ascending unless a minus stands before it'] },
  { id: 'sorting-not-supported', tests: ['a sort that is not supported › is refused with 400'] },
  { id: 'sorting-specified-order', tests: ['sort › orders the primary data'] },
  { id: 'sorting-default', tests: ['without sort › the order is the export’s'] },
  { id: 'pagination', tests: ['page › cuts a part out of the whole'] },
  {
    id: 'pagination-links',
    tests: ['pagination links › stand in the links of the collection and are called first, last, prev and next'],
  },
  {
    id: 'pagination-links-object',
    tests: ['pagination links › stand in the links of the collection and are called first, last, prev and next'],
  },
  {
    id: 'pagination-keys',
    tests: ['pagination links › stand in the links of the collection and are called first, last, prev and next'],
  },
  { id: 'pagination-unavailable-link', tests: ['a link that does not apply › is absent'] },
  { id: 'pagination-order', tests: ['pages › follow each other in the order that sort asks for'] },
  { id: 'pagination-page-parameter', tests: ['page › cuts a part out of the whole'] },
  { id: 'filtering', tests: ['filter › is the parameter that selects'] },
];

const AFTER_WRITING: readonly Entry[] = [
  {
    id: 'query-parameters-non-alpha',
    tests: ['parameters of no meaning › are refused with 400, however they are spelt'],
  },
  { id: 'query-parameters-under-camel', waived: OWN_PARAMETERS },
  {
    id: 'query-parameters-bad-request',
    tests: ['parameters of no meaning › are refused with 400, however they are spelt'],
  },
  { id: 'error-stop-processing', tests: ['all mistakes of a request › are reported at once'] },
  { id: 'error-general', tests: ['several mistakes › share one status that is true of all'] },
  { id: 'error-object-key', tests: ['errors › are a list under the key errors'] },
  { id: 'error-object-members', tests: ['every error › has the members of an error object, its status as a string'] },
];

export const STATEMENTS: readonly Entry[] = [...BEFORE_WRITING, ...WRITING, ...AFTER_WRITING];
