/**
 * The profile of JSON:API that the documents follow: what a client may rely on beyond the specification.
 */
import { OPERATORS } from '../../src/content/model/index.js';

/** @returns the words in indented lines of the profile's width */
const wrapped = (text: string): string => text.replace(/(.{1,120})(?: |$)/g, '    $1\n').trimEnd();

export const PROFILE = `The stele profile of JSON:API 1.1

This profile says what a read-only delivery API of stele adds to JSON:API 1.1 within what the specification leaves to
implementations. It adds no member to a document that a client has to understand: a client that knows nothing of it reads
every document rightly. A server follows it in every document, whether a request names it or not. Where a request names it
in "Accept", the server MUST name it in "Content-Type" too.

The words MUST and MAY are those of RFC 2119.

1. Query parameters

Names that begin with "_", alone or in brackets, are those of this interface. Lists of names, as of sort, may be sent with an
entry in each parameter: sort[]=a&sort[]=b and sort[0]=a&sort[1]=b are sort=a,b.

filter[<field>][<operator>]=<value>
${wrapped(`The items whose field meets the condition. Operators: ${OPERATORS.join(' ')}.`)} Which of them a field takes follows from its type. Several
    filters hold together.
filter[<relationship>][id][_eq]=<id>
    The items that are related to the item; also _in. filter[<relationship>][_exists]: whether there is one.
filter[<relationship>][id][_nin]=<id>,<id>
    The items that are related to something, and to none of these items: a condition on the item itself, whatever is asked
    of a related item beside it.
filter[<relationship>][<field>][<operator>]=<value>
    The items with a related item that meets the condition, through up to three relationships; what one alternative asks
    behind a relationship is asked of one and the same item. filter[<relationship>][type][_eq] names its type.
filter[_OR][<n>]..., filter[_AND][<n>]..., filter[_NOT][<n>]...
    Groups of alternatives: at least one holds, every one holds, none holds. Conditions of one <n> are one alternative;
    each [] is an alternative of its own. Groups nest.
filter[_search]=<words>
    Ranked full text.
sort=<field>,-<field>
    As JSON:API has it. Items without a value come last in both directions; ties keep the order of the export.
    Dots lead to a related item's field, through up to three to-one relationships: author.country.name.
    <field>.distance(<latitude>,<longitude>) is the distance of a location; meta.distance of a resource then has it, in metres.
page[limit]=<number>, page[skip]=<number>
    The part of a list that is shown.
page[<relationship>][limit]=<number>, page[<relationship>][skip]=<number>
    The part of a to-many relationship whose linkage is shown, and with include its items.
_facet[<field>]=<limit>, _stats=<field>,<field>
    What is counted beside a list; <field> may lead through relationships, as in sort: to-many ones for _facet alone.
_highlight=<field>,<field>
    Beside a search, the passages that answer it.
_match=all
    Beside a search, only the items that have all its words.

2. Members of documents

meta.total
    Of a list, and of the linkage of a to-many relationship: the exact number of items in all. A server MUST show it.
meta.search, meta.facets, meta.stats
    Of a list, where a parameter asks for them.
meta.highlights
    Of a resource of a list, where _highlight asks for it.
relationships
    A server MUST show the linkage of every relationship that the document shows, whether its items are included or not,
    up to 20 identifiers of a to-many relationship unless page asks for others. "data": [] means that there are none; a window
    that shows none of some has no "data".

3. Errors

Each error has "status", "code", "title" and "detail", and "source" where one parameter or header is to blame. Codes do not
change their meaning. All mistakes of a request are told together.

4. Headers

x-service-query-complexity is the score of the request; it is in every response.
Link leads from every document here, with the relation "profile".

The description of one space, with every parameter, field and document of its content model, is at /openapi.json.
`;
