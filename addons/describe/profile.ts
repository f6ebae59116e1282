/**
 * The text of the JSON:API profile that the documents follow: the promises to clients beyond the specification.
 */
import { OPERATORS } from '../../src/content/model/index.js';

/** @returns the words in indented lines of the profile's width */
const wrapped = (text: string): string => text.replace(/(.{1,120})(?: |$)/g, '    $1\n').trimEnd();

export const PROFILE = `The stele profile of JSON:API 1.1

This profile describes the additions of a read-only delivery API of stele to JSON:API 1.1. The specification leaves them to
implementations. A client does not need to know the profile to read the documents correctly. A server follows the profile in
every document. If a request names the profile in "Accept", the server MUST name it in "Content-Type".

The words MUST and MAY have the meaning of RFC 2119.

1. Query parameters

Names that begin with "_", alone or in brackets, are additions of this API. A list of names, as in sort, may be sent as several
parameters: sort[]=a&sort[]=b and sort[0]=a&sort[1]=b mean sort=a,b.

filter[<field>][<operator>]=<value>
${wrapped(`Items whose field matches the condition. Operators: ${OPERATORS.join(' ')}.`)} The type of a field decides which operators it has. An item
    must match all filters.
filter[<relationship>][id][_eq]=<id>
    Items that are related to the item; also _in. filter[<relationship>][_exists]: whether there is a related item.
filter[<relationship>][id][_nin]=<id>,<id>
    Items that have related items, and none of these. This is a condition on the item itself, not on one of its related items.
filter[<relationship>][<field>][<operator>]=<value>
    Items with a related item that matches the condition, over up to three relationships. If one alternative has several
    conditions on the same relationship, one related item must match all of them. filter[<relationship>][type][_eq] is the type
    of the related item.
filter[_OR][<n>]..., filter[_AND][<n>]..., filter[_NOT][<n>]...
    Groups of alternatives, of which at least one, every one, or none must match. Conditions with the same <n> are one
    alternative; each empty [] starts a new alternative. Groups nest.
filter[_search]=<words>
    Ranked full-text search.
sort=<field>,-<field>
    As in JSON:API. Items without a value come last in both directions; items with equal values keep the order of the export.
    Dots lead to a field of a related item, over up to three to-one relationships: author.country.name.
    <field>.distance(<latitude>,<longitude>) sorts by the distance of a location; each resource then has meta.distance, in metres.
page[limit]=<number>, page[skip]=<number>
    The shown part of a list.
page[<relationship>][limit]=<number>, page[<relationship>][skip]=<number>
    The shown part of a to-many relationship's linkage; with include also of its included items.
_facet[<field>]=<limit>, _stats=<field>,<field>
    Counts and statistics of a list. <field> may be a path over relationships, as in sort; for _facet also over to-many
    relationships.
_highlight=<field>,<field>
    With a search, the matching passages of these fields.
_match=all
    With a search, only items that contain all its words.

2. Members of documents

meta.total
    In a list, and in the linkage of a to-many relationship: the exact number of all items. A server MUST show it.
meta.search, meta.facets, meta.stats
    In a list, if a parameter requests them.
meta.highlights
    In a resource of a list, if _highlight requests it.
relationships
    A server MUST show the linkage of every relationship in the document, whether its items are included or not. It shows up to
    20 identifiers of a to-many relationship, unless page requests another number. "data": [] means that there are no related
    items. If the requested part is empty although there are related items, "data" is missing.

3. Errors

Each error has "status", "code", "title" and "detail", and "source" if one parameter or header caused it. The meaning of a code
never changes. A response has all errors of a request.

4. Headers

x-service-query-complexity is the complexity score of the request; every response has it.
Link refers every document to this profile, with the relation "profile", and to the OpenAPI description of its space, with
the relation "service-desc".

The description of one space, with every parameter, field and document of its content model, is at /openapi.json.
`;
