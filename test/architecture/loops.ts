/**
 * Every function of the engine, its index and the JSON:API reader that has a loop, and what keeps the loop short. A loop whose
 * length depends on a request or on the content is charged to the request's budget before it runs. A test compares the table
 * with the code, so that a new loop cannot be forgotten: who adds one says here which reason holds, or charges.
 */

/** What bounds a loop that is not charged. */
export const REASONS = {
  here: 'the function itself charges the budget before the loop, or step by step',
  url: 'one pass over the URL, or a part of it, whose characters are charged (PARSE_CHARACTER), before they are read or when that is done',
  limits:
    'as many as a limit of requests allows: conditions, values of a list, words, included items, rows of a page, facets',
  model: 'as many as the model has types, fields, locales or options',
  constant: 'a number that stands in the code, or the bytes of one number',
  log: 'a binary search or a walk down a heap, or a probe of a hash that is half empty, which ends after all slots whatever is in them',
  open: 'runs when content is built, opened or verified, never for a request',
  once: 'runs once in a thread for each relationship or counted path of a snapshot, and a request cannot make it longer',
  explain: 'runs where an operator has an answer explained',
  tests: 'runs in tests alone',
} as const;

/** `by <file>`: that file of `src`, without its `.ts`, charges what calls the function, before it does. */
export type LoopReason = keyof typeof REASONS | `by ${string}`;

/** Folders in which no loop runs for a request. */
export const OPENING: readonly string[] = ['src/index/verify/', 'src/index/snapshot/', 'src/index/segment/open/'];

/** File → reason → its functions; a method as `Class.name`. */
export const LOOPS: Readonly<Record<string, Readonly<Partial<Record<LoopReason, string>>>>> = {
  'src/jsonapi/operator-advice.ts': {
    model: 'typesWithUnfolded OPERATOR_BY_ALIAS exampleOperator findNegatedOperator bracketed explainOperator',
    url: 'translateFilter',
  },
  'src/jsonapi/condition-forms.ts': { constant: 'betweenForm' },
  'src/jsonapi/foreign-filters.ts': {
    model: 'isFieldName writeCondition',
    url: 'flatten translateOData translateGroq',
    constant: 'joinConditions translateCondition',
  },
  'src/jsonapi/foreign-parameters.ts': {
    model: 'translateParameter',
    url: 'readPageSize splitNames translateInclude translateSort translateFields',
  },
  'src/jsonapi/engine-space.ts': { model: 'itemCounts' },
  'src/jsonapi/list-capabilities.ts': { model: 'listCapabilities' },
  'src/jsonapi/check/complexity/complexity-input.ts': { model: 'complexityInput' },
  'src/jsonapi/check/complexity/complexity.ts': {
    model: 'countingScore Scorer.perItem Scorer.costs Scorer.#highestCost Scorer.#fields Scorer.#scoredRelationships',
  },
  'src/jsonapi/check/complexity/item-bound.ts': { limits: 'boundItems', model: 'isKeyOfAll' },
  'src/jsonapi/check/condition.ts': {
    url: 'suggestBracketedPath checkIsOnId',
    model: 'parseCondition operatorsOn typesLackingStructure',
  },
  'src/jsonapi/check/counting/counted-fields.ts': { model: 'parseCountedField' },
  'src/jsonapi/check/counting/facet-options.ts': { model: 'optionNames facetOptionsOf setOption' },
  'src/jsonapi/check/counting/facets.ts': { model: 'modelPosition', url: 'parseCounting parseTypeFacet readFacet' },
  'src/jsonapi/check/fieldsets.ts': { url: 'parseFieldsets parseFieldNames formOfFields translatePaths' },
  'src/jsonapi/check/not-indexed.ts': { model: 'typesWithout explainNotIndexed' },
  'src/jsonapi/check/shared-fields.ts': { model: 'sharedField explainMissing' },
  'src/jsonapi/check/filter-steps.ts': { url: 'readGroupSteps explainIndex', model: 'isFieldOrGroup' },
  'src/jsonapi/check/filter.ts': {
    limits: 'parseFilter refuseConditionMember alternativeAt addEntry close closeGroup closeHop closeThrough',
  },
  'src/jsonapi/check/highlight.ts': { url: 'parseHighlight', model: 'isSearchedIn searchedFieldNames' },
  'src/jsonapi/check/hops.ts': { limits: 'followHops fieldAt correctPath chosenType' },
  'src/jsonapi/check/link-counts.ts': { model: 'checkLinkCount explainUncounted' },
  'src/jsonapi/check/locale-codes.ts': { limits: 'checkLocaleCodes', url: 'readCode', model: 'explainNoLocales' },
  'src/jsonapi/check/include.ts': {
    url: 'parseInclude addPath',
    model: 'limitInModel shownLinksDefault typesBehind isAttributeOf explainNoRelationship',
  },
  'src/jsonapi/check/operand.ts': { limits: 'parseList isOperand', url: 'parsePlain' },
  'src/jsonapi/check/page-windows.ts': {
    url: 'parsePage parseRelationshipWindow parseCount explainMember',
    model: 'relationshipNames',
  },
  'src/jsonapi/check/counting/range-ends.ts': { url: 'parseRangeEnds' },
  'src/jsonapi/check/search-words.ts': { url: 'splitFilter chooseTypes parseSearch', model: 'explainUnsearched' },
  'src/jsonapi/check/sort.ts': { url: 'parseSort splitKeys', model: 'distanceKey checkKey' },
  'src/jsonapi/check/counting/statistics.ts': { url: 'readStatistics' },
  'src/jsonapi/check/complexity/too-complex.ts': {
    model:
      'findKey combineChanges lowestDefault sumCosts byCost findFittingLimit findOmittedPath relationshipsToLeaveOut',
    constant: 'toAdvice',
  },
  'src/jsonapi/dependencies.ts': {
    limits: 'keyOf visitFields keysOfField addQueryFields addSearchedFields addComparedFields dependencies',
  },
  'src/jsonapi/document/byte-writer.ts': {
    'by jsonapi/document/document-assembler': 'ByteWriter.filled ByteWriter.ascii',
    constant: 'ByteWriter.uint',
  },
  'src/jsonapi/document/compiled/compiled-items.ts': {
    model: 'CompiledItems.of',
    'by jsonapi/document/document-assembler':
      'CompiledItems.#describeItems CompiledItems.#writeTogether CompiledItems.#linkCountOf',
    limits: 'addressesOf',
  },
  'src/jsonapi/document/compiled/program.ts': {
    model: 'ProgramBuilder.#constant ProgramBuilder.template ProgramBuilder.build programOf',
  },
  'src/jsonapi/document/constants.ts': { model: 'completeBytes typeBytes ownLocales spaceBytes' },
  'src/jsonapi/document/document-assembler.ts': {
    limits:
      'DocumentAssembler.list DocumentAssembler.suggestions DocumentAssembler.#requestBlocks DocumentAssembler.#metaOf DocumentAssembler.#prefetchIncluded',
    here: 'DocumentAssembler.#writeResources',
  },
  'src/jsonapi/document/document-writer.ts': { limits: 'DocumentWriter.#resources DocumentWriter.#write' },
  'src/jsonapi/document/errors-document.ts': { limits: 'renderErrors' },
  'src/jsonapi/document/highlights.ts': { 'by jsonapi/document/meta': 'highlightsOf' },
  'src/jsonapi/document/counted-members.ts': { limits: 'member countedMembers' },
  'src/jsonapi/document/meta.ts': { limits: 'writeMeta', model: 'attributeValue', constant: 'degreesIn' },
  'src/jsonapi/document/page-links.ts': { url: 'pageSearch' },
  'src/jsonapi/document/pieces.ts': {
    model: 'constant Template.#make',
    'by jsonapi/document/document-assembler': 'Template.#holed copyPadded copyRange copyEights copyShort',
  },
  'src/jsonapi/document/prefetch-items.ts': { limits: 'prefetchItems' },
  'src/jsonapi/document/resource-object.ts': {
    'by jsonapi/document/document-assembler':
      'writeAttributes writeLocalPieces isWholeItemVisible writeAllLinks writeRelationships writeVisibleLinks writeLinks',
  },
  'src/jsonapi/document/resources.ts': { 'by jsonapi/document/resources': 'includedResources eachTarget' },
  'src/jsonapi/document/root-document.ts': { model: 'rootDocument' },
  'src/jsonapi/document/shared-features.ts': { limits: 'sharedFeaturesMember sharedFeaturesJson' },
  'src/jsonapi/document/visible-links.ts': { 'by jsonapi/document/resources': 'findVisibleLinks' },
  'src/jsonapi/document/slabs.ts': { constant: 'slabOf' },
  'src/jsonapi/explain.ts': { explain: 'explainRequest explainLocale median' },
  'src/jsonapi/parameter-advice.ts': {
    model: 'habitEntries listLocales formForFieldName searchAdvice formForAlias',
    url: 'namesFields',
  },
  'src/jsonapi/parse-request.ts': { url: 'parameterToChange' },
  'src/jsonapi/query-object/query.ts': { url: 'nameOf writeQuery' },
  'src/jsonapi/request/brackets.ts': { url: 'parseBrackets', constant: 'isIndex' },
  'src/jsonapi/request/endpoint.ts': { model: 'targetsOf endpointIn leadAlike' },
  'src/jsonapi/request/explained.ts': { constant: 'explain', limits: 'suggestForm' },
  'src/jsonapi/request/ignored-parameters.ts': { open: 'checkIgnoredParameter ignoring' },
  'src/jsonapi/request/parameter-names.ts': { url: 'readName canonicalOf nameOf' },
  'src/jsonapi/request/path.ts': { model: 'searchedTypes endpointAt', url: 'splitPath' },
  'src/jsonapi/request/percent-encoding.ts': { url: 'decode isEscapedUtf8' },
  'src/jsonapi/request/read-query.ts': { url: 'QueryReader.read' },
  'src/jsonapi/request/repeated-lists.ts': { url: 'RepeatedParameters.completeLists' },
  'src/jsonapi/request/read-suggest.ts': { url: 'readSuggest valuesOf' },
  'src/jsonapi/request/sent-parameters.ts': {
    url: 'SentParameters.nameOfEntry SentParameters.repeatedBy SentParameters.#repeated SentParameters.#valueOf SentParameters.#read namesIn hasName',
  },
  'src/jsonapi/request/value-lists.ts': { url: 'ValueLists.add ValueLists.insertInto placeOf canonicalList' },
  'src/jsonapi/respond/counted-items.ts': { limits: 'itemsIncludedByFacets', here: 'countedItems' },
  'src/jsonapi/respond/responder.ts': {
    model: 'Responder.constructor',
    limits:
      'Responder.#write Responder.#writeCollection Responder.#writeSearch Responder.#writeItem Responder.#writeRelated Responder.#writeLinkage',
  },
  'src/jsonapi/respond/too-costly.ts': { limits: 'listAdvice' },
  'src/jsonapi/surrogate-keys.ts': { limits: 'joinKeys' },
  'src/jsonapi/value-keys.ts': { limits: 'prefixMark marksOf textOf marksOfOperands marksOfCondition requiredMarks' },
  'src/engine/facets/count.ts': { here: 'countFacet', 'by engine/facets/tally-values': 'groupsOf mergeFacets' },
  'src/engine/facets/counted-field.ts': { limits: 'countedFieldOf' },
  'src/engine/facets/distances.ts': { here: 'ringsOf', 'by engine/facets/tally-values': 'sumByRing' },
  'src/engine/facets/related/related-counter.ts': {
    'by engine/facets/related/tally-related':
      'RelatedCounter.count RelatedCounter.#visit RelatedCounter.#visitEnd RelatedCounter.#countLinks RelatedCounter.#countChunk',
  },
  'src/engine/facets/related/tally-related.ts': { here: 'tallyRelated', limits: 'firstWeightedDocs countAlong' },
  'src/engine/facets/set-counter.ts': { here: 'counterIn' },
  'src/engine/facets/statistics.ts': {
    'by engine/facets/tally-values': 'statisticsOf statisticsOfEnds sumOf',
    constant: 'meanOf',
    model: 'mergeStatistics',
  },
  'src/engine/facets/tally-locales.ts': { here: 'tallyLocales' },
  'src/engine/facets/tally-links.ts': { 'by engine/facets/tally-values': 'linkedTargets' },
  'src/engine/facets/tally-values.ts': { model: 'placesCost', 'by engine/facets/tally-values': 'countPlaces grouped' },
  'src/engine/facets/tally.ts': {
    constant: 'cheapest',
    model: 'storedRuns',
    'by engine/facets/tally-values': 'countMarked',
  },
  'src/engine/facets/related/target-groups.ts': {
    limits: 'targetGroupsLevel lastDoc',
    'by engine/facets/related/tally-related': 'targetGroups',
  },
  'src/engine/facets/related/stored-tallies.ts': { once: 'storeTally' },
  'src/engine/facets/term-groups.ts': {
    here: 'termsWithFoldedPrefix',
    'by engine/facets/term-groups': 'addTermsWithFolded',
    limits: 'edgesOf findPeriodEdges termsWithPrefix',
    model: 'localesWithPrefix',
  },
  'src/engine/facets/top.ts': {
    'by engine/facets/tally-values': 'topOf',
    limits: 'Heap.sorted',
    log: 'Heap.#rise Heap.#sink',
  },
  'src/engine/facets/unique.ts': { limits: 'topOfUnique', here: 'firstSelectedPlaces' },
  'src/engine/facets/values.ts': { constant: 'textOf', limits: 'labelGroup labelPeriod labelTarget' },
  'src/engine/facets/related/weighted-docs.ts': {
    here: 'withWeights weightedTargets followToOne',
    'by engine/facets/related/tally-related': 'splitByLinks',
  },
  'src/engine/query/conditions/conditions.ts': { limits: 'lookupCost' },
  'src/engine/query/conditions/hop-source.ts': {
    'by engine/query/conditions/hop-source':
      'hopSource chooseTargets listLinkingDocs markLinkingDocs addTargetsWithDocs',
  },
  'src/engine/query/conditions/hops.ts': { 'by engine/query/conditions/hop-source': 'followPath' },
  'src/engine/query/conditions/locale-conditions.ts': { here: 'localeSource', limits: 'termsOf' },
  'src/engine/query/conditions/link-conditions.ts': {
    limits: 'textListSource linkedToTargets linkSource readIds targetsWithId',
  },
  'src/engine/query/conditions/value-conditions.ts': { limits: 'runsOfList gapsBetween' },
  'src/engine/query/count/counting.ts': { limits: 'count countAmong bySegment' },
  'src/engine/query/count/own-plans.ts': { limits: 'conjuncts planOwn concernsOnly withoutConditionsOn' },
  'src/engine/query/count/own-selections.ts': { limits: 'selectOwn byTesting byCombining' },
  'src/engine/query/explain/condition-text.ts': { limits: 'conditionTexts operandText valueText' },
  'src/engine/query/explain/costliest.ts': { limits: 'conditionsOf costliestConditions' },
  'src/engine/query/explain/recorder.ts': { explain: 'Recorder.searched Recorder.explanation Recorder.#children' },
  'src/engine/query/explain/search-trace.ts': {
    explain: 'traceSearch phraseLists titleLists listStems quoteWords',
  },
  'src/engine/query/page/blocks.ts': { 'by engine/query/page/order': 'arrange' },
  'src/engine/query/page/export-order.ts': { here: 'inExportOrder testInExportOrder' },
  'src/engine/query/page/hop-order.ts': {
    limits: 'hopKey',
    'by engine/query/page/hop-order': 'hopPage walkValues docsLinkingTo docsLeadingTo docsLeadingToNone',
  },
  'src/engine/query/page/nearest.ts': {
    'by engine/query/page/nearest':
      'docsWithin countDocs estimateReachByNeighbours estimateReachBySample pageAmongNeighbours pageAroundSample',
  },
  'src/engine/query/page/order.ts': {
    limits: 'compareByKeys orderByKeys',
    'by engine/query/page/order': 'orderFilled docsAroundWindow writeRanks writeDistanceRanks',
  },
  'src/engine/query/page/page.ts': { limits: 'keyColumns', 'by engine/query/page/page': 'walk pageInListOrder' },
  'src/engine/query/page/select-window.ts': { 'by engine/query/page/page': 'selectForemost' },
  'src/engine/query/plan/add-alternatives.ts': {
    limits: 'addAlternatives addField',
    'by engine/query/plan/add-alternatives': 'siftAny',
  },
  'src/engine/query/plan/alternatives.ts': {
    limits: 'testingCost addCosts cheapestWay groupByField termChoicesOf',
  },
  'src/engine/query/plan/plan.ts': { limits: 'planHas testCost' },
  'src/engine/query/plan/planner.ts': { limits: 'planTree mergeAdjacentRanges' },
  'src/engine/query/plan/strategy.ts': { limits: 'walkingStrategy combiningStrategy uniteStrategy testingCost' },
  'src/engine/query/run/combine.ts': { limits: 'combine unite testMembers' },
  'src/engine/query/run/execute-among.ts': { 'by engine/query/run/execute': 'executeAmong testCandidates' },
  'src/engine/query/run/members.ts': { here: 'allMembers' },
  'src/engine/query/run/sort-candidates.ts': {
    limits: 'sortValue',
    here: 'sortByRanks sortByValues',
    'by engine/query/run/execute': 'sortCandidates',
  },
  'src/engine/query/search/execute-search.ts': {
    'by engine/query/search/execute-search': 'withScores pinnedDocs withPinned',
  },
  'src/engine/query/search/execute-together.ts': {
    model: 'executeTogether countTypes',
    'by engine/query/search/execute-together': 'storedHits allHits bestOfAll',
  },
  'src/engine/query/search/search-among.ts': {
    'by engine/query/search/execute-search': 'rankAmong addAnswers',
    model: 'searchAmong',
    limits: 'countRequiredWords',
  },
  'src/engine/query/search/searched.ts': { limits: 'matchedWords mergeWords', model: 'searchDetails' },
  'src/engine/query/search/suggest-titles.ts': { limits: 'bestOfStem itemsWithAll itemsWithTypedWords matchingTitles' },
  'src/engine/query/search/suggest.ts': { model: 'suggest', limits: 'suggestIn shortlist' },
  'src/engine/query/search/typed-text.ts': { model: 'titleFieldOf', limits: 'interpret suggestedWords' },
  'src/engine/query/sources/link-source.ts': { limits: 'countLinks' },
  'src/engine/query/sources/list-source.ts': { 'by engine/query/run/members': 'termList' },
  'src/engine/query/sources/ranges-source.ts': { 'by engine/query/run/members': 'termRanges' },
  'src/engine/query/sources/reversed-source.ts': { 'by engine/query/run/members': 'reversedRange' },
  'src/engine/query/sources/run-lists.ts': { 'by engine/query/run/members': 'listRuns' },
  'src/engine/query/sources/sift.ts': { 'by engine/query/run/members': 'siftBy' },
  'src/engine/query/sources/substring-source.ts': {
    'by engine/query/run/members': 'containing',
    here: 'termsContaining',
  },
  'src/engine/query/sources/term-set.ts': { limits: 'termSetCost termSet' },
  'src/index/areas/index.ts': { here: 'CellSearch.#testTerms' },
  'src/index/columns/links.ts': {
    limits: 'LinkColumn.prefetchStarts LinkColumn.prefetchTargets',
    open: 'LinkColumn.#countLinked',
    'by engine/query/sources/link-source': 'LinkColumn.#makeLinked',
    'by engine/query/run/members': 'LinkColumn.has',
  },
  'src/index/docset/arena.ts': { tests: 'Arena.#overwrite', constant: 'leaseFinalizer Arena.#take' },
  'src/index/docset/bitset.ts': { 'by engine/query/run/members': 'Bitset.addRange Bitset.writeWindow' },
  'src/index/docset/kernel-caller.ts': { constant: 'KernelCaller.#writeParameters' },
  'src/index/docset/plain-routines.ts': {
    'by engine/query/run/members': 'siftColumn siftBits siftTerms fillTermsFrom scanColumnFrom listBits plainRoutines',
  },
  'src/index/docset/select.ts': { 'by engine/query/page/order': 'orderWindow partition partitionByRank' },
  'src/index/documents/document-store.ts': {
    limits: 'DocumentStore.prefetchOffsets DocumentStore.prefetchRecords',
    model: 'DocumentStore.locate DocumentStore.locateAttributes',
    constant: 'prefetchRecord',
  },
  'src/index/documents/linkage.ts': { limits: 'LinkageStore.prefetch' },
  'src/index/documents/local-documents.ts': {
    limits: 'LocalDocuments.prefetchOffsets',
    model: 'locateLocalPieces locateLocalAttributes',
  },
  'src/index/postings/choose-quantiles.ts': { once: 'quantilePlaces writeQuantileBits' },
  'src/index/postings/quantiles.ts': { 'by engine/query/page/order': 'Quantiles.countBefore Quantiles.seek' },
  'src/index/search/doc-lists.ts': { 'by index/search/rank/score-word': 'readFirstDocs encodeBits encodeVarints' },
  'src/index/search/highlight/highlight.ts': {
    limits: 'Highlighter.constructor',
    'by jsonapi/document/meta':
      'Highlighter.#findHits Highlighter.#findMatchesOfTerms isShownByPart listRanges Highlighter.#findMatches Highlighter.#findMatchedWords',
  },
  'src/index/search/highlight/joined-spans.ts': { 'by jsonapi/document/meta': 'findJoinedSpans listVisiblePositions' },
  'src/index/search/highlight/passage.ts': { 'by jsonapi/document/meta': 'choosePassage findWordStart findBestWindow' },
  'src/index/search/highlight/phrase-finder.ts': {
    'by jsonapi/document/meta':
      'PhraseFinder.findPhraseSpans PhraseFinder.#positionWords PhraseFinder.#findStem groupByPartEnd addPhraseAt followPhrase',
  },
  'src/index/search/highlight/spans.ts': {
    constant: 'isLetterCode',
    'by jsonapi/document/meta': 'findSpans findPieceEnd findWordEnd matchSpans splitPairs',
  },
  'src/index/search/highlight/wanted-terms.ts': {
    limits: 'WantedTerms.constructor readTerm',
    'by jsonapi/document/meta': 'WantedTerms.mayMatch commonPrefix',
  },
  'src/index/search/markdown/block-starts.ts': { 'by jsonapi/document/meta': 'readHtmlStart readCells' },
  'src/index/search/markdown/blocks.ts': {
    'by jsonapi/document/meta': 'isBlockStart BlockReader.read BlockReader.#readLine BlockReader.#addRow',
  },
  'src/index/search/markdown/emphasis.ts': { 'by jsonapi/document/meta': 'pairRuns' },
  'src/index/search/markdown/html.ts': { 'by jsonapi/document/meta': 'HtmlText.read findTagEnd' },
  'src/index/search/markdown/inline-syntax.ts': {
    'by jsonapi/document/meta': 'startsSyntax findAddressEnd findLastBackticks readCodeSpan',
  },
  'src/index/search/markdown/inlines.ts': {
    'by jsonapi/document/meta':
      'InlineReader.read InlineReader.#readCodeSpan InlineReader.#pairRuns InlineReader.#closeBracket',
  },
  'src/index/search/markdown/line.ts': { 'by jsonapi/document/meta': 'Line.skipColumns Line.#measureIndent' },
  'src/index/search/markdown/links.ts': { 'by jsonapi/document/meta': 'findDestinationEnd' },
  'src/index/search/markdown/block-stack.ts': { 'by jsonapi/document/meta': 'BlockStack.takeDefinitions' },
  'src/index/search/markdown/plain-text.ts': { 'by jsonapi/document/meta': 'plainText TextWriter.write' },
  'src/index/search/markdown/raw-tags.ts': { 'by jsonapi/document/meta': 'RawTags.findEnd' },
  'src/index/search/match/complete.ts': {
    here: 'findCompletions findCorrections findJoinedCompletions',
    'by index/search/match/complete': 'readFrequentCompletions',
  },
  'src/index/search/match/expand.ts': {
    'by index/search/match/expand': 'expand expandWord expandJoinedWord addJoinedSpellings addCompounds',
    'by index/search/match/complete': 'completeJoined',
    model: 'mergeByMark matchSynonym addNewMatches',
    here: 'expandPhrase',
  },
  'src/index/search/match/expand-in-mark.ts': {
    'by index/search/match/expand-in-mark': 'expandInMark listOtherStems',
  },
  'src/index/search/match/frequent-words.ts': {
    'by index/search/match/expansion-words': 'selectMostFrequent iterateWords',
  },
  'src/index/search/match/expansion-words.ts': {
    here: 'listExpansionWords findForms findCompoundWords',
    limits: 'listOtherWords',
  },
  'src/index/search/match/mistakes.ts': { 'by index/search/match/expand': 'isNear' },
  'src/index/search/match/near-walk.ts': {
    'by index/search/match/expand': 'Walk.constructor Walk.run Walk.#sharedDepth Walk.#push Walk.#skip',
  },
  'src/index/search/match/near-words.ts': {
    'by index/search/match/expand': 'matchTypos findNearWords findNearestWords',
  },
  'src/index/search/match/stems.ts': {
    limits: 'findSpellings findPhraseStems findWordStems',
    model: 'findStems',
    url: 'encodeUtf8',
    'by index/search/match/expand-in-mark': 'listDistinctStems',
  },
  'src/index/search/phrases/phrase.ts': {
    limits: 'listPhraseStems keepListedDocs Adjacency.constructor',
    'by index/search/phrases/phrase':
      'docCountBound findDocsWithPhrase estimateSkippedBytes Adjacency.#readPositions Adjacency.#areConsecutive Adjacency.#areJoinedWordsConsecutive splitPositions keepFollowed',
  },
  'src/index/search/phrases/positions.ts': {
    open: 'encodePositions measureLength',
    'by index/search/phrases/phrase': 'PositionReader.read PositionReader.#skipNumbers',
  },
  'src/index/search/rank/any-word.ts': {
    'by index/search/rank/any-word': 'scoreAnyWord keepListed scoreAndCountWords',
    limits: 'estimateListsCost',
  },
  'src/index/search/rank/best-window.ts': {
    'by index/search/rank/best-window': 'selectBestWindow selectByRank findScore',
  },
  'src/index/search/rank/evaluate.ts': {
    limits: 'planSearch evaluateAll evaluateMatches evaluatePhrases evaluateWords scoreAllWords',
    'by index/search/rank/score-word': 'keepMatching countMatchedWords',
  },
  'src/index/search/rank/list-places.ts': { 'by index/search/rank/score-word': 'findInDocs findInBits' },
  'src/index/search/rank/list-search.ts': { 'by index/search/rank/score-word': 'stepTo leapTo' },
  'src/index/search/rank/phrase-filters.ts': {
    limits: 'readPhraseFilters findPhraseCandidates estimateMinimumCost listDistinct filterScored',
    here: 'applyFilters findDocsWithSpellings',
  },
  'src/index/search/rank/lift-titles.ts': { here: 'visitCommon' },
  'src/index/search/rank/plan-titles.ts': {
    limits: 'planTitles findSideBySide findComparedTerms',
    'by index/search/titles/title-index': 'findWhole',
  },
  'src/index/search/rank/plan-together.ts': { limits: 'planTogether hasTypo expandAll withFactors countGreater' },
  'src/index/search/rank/rank-stored.ts': {
    limits: 'rankWholeTitles',
    'by index/search/rank/score-word': 'mergeRankings',
  },
  'src/index/search/rank/rank-word.ts': {
    'by index/search/rank/score-word': 'scoreImpacts',
    limits: 'rankBeginning findDocsAhead',
  },
  'src/index/search/rank/score-listed.ts': { 'by index/search/rank/score-word': 'scoreListed' },
  'src/index/search/rank/score-word.ts': {
    limits: 'countForRarity stemCountBound matchCountBound sortRarestFirst',
    'by index/search/rank/score-word': 'scoreWord scoreList',
    'by index/search/phrases/phrase': 'readMatchDocs',
  },
  'src/index/search/rank/scored-docs.ts': {
    'by index/search/rank/score-word': 'intersectScored uniteBest keepMostWords keepScored',
  },
  'src/index/search/search-index.ts': {
    constant: 'SearchIndex.markedTextOf SearchIndex.textOfStem SearchIndex.correctionsOf',
    model: 'SearchIndex.hasJoinedWords',
  },
  'src/index/search/titles/title-index.ts': { here: 'docsWithTitle intersectLists' },
  'src/index/search/titles/title-keys.ts': { url: 'hashText', constant: 'titlePairKeys' },
  'src/index/search/words/analyser.ts': { open: 'analyserVersion' },
  'src/index/search/words/phrase-words.ts': { url: 'phraseWords', limits: 'listSpellings' },
  'src/index/search/words/marked-parts.ts': { url: 'splitQuery' },
  'src/index/search/words/search-query.ts': {
    url: 'readSearch isQuestion countTerms countWords attachSynonyms addJoinedWords',
  },
  'src/index/search/words/synonym-cycle.ts': { open: 'findSynonymCycle CycleSearch.visit' },
  'src/index/search/words/synonym-problems.ts': {
    open: 'SynonymChecker.check SynonymChecker.#hasOverlongWord SynonymChecker.#checkDuplicates SynonymChecker.#addOneWayRule SynonymChecker.#checkCounts SynonymChecker.#checkCycle',
  },
  'src/index/search/words/synonyms.ts': {
    model: 'SynonymTable.constructor readQueryStems addAll',
    limits: 'SynonymTable.findPinned',
    url: 'SynonymTable.findSynonyms',
  },
  'src/index/search/words/spaced-groups.ts': {
    url: 'findGroups mayHaveSpacedGroups findSpacedGroups readRun',
    constant: 'mayBeUnseen',
  },
  'src/index/search/words/tuning-problems.ts': {
    open: 'findTuningProblems checkStopWords checkWholeWords checkPinnedSearches',
  },
  'src/index/search/words/word-groups.ts': {
    constant: 'tableOfCodes',
    url: 'findWordGroups findSign findPieceStart findPieceEnd readPiece readGroup listJoinedSpellings isJoinedNumber joinParts',
  },
  'src/index/search/words/letters.ts': { url: 'splitPairs' },
  'src/index/search/words/word-reader.ts': {
    url: 'asciiWords addJoined appendWords WordReader.read WordReader.joinGroups',
    model: 'WordReader.constructor',
    open: 'WordReader.indexTerms',
  },
  'src/index/segment/header-counts.ts': { open: 'ownItemCounts populatedByField countPopulated' },
  'src/index/segment/ids.ts': { open: 'isTargetSection ItemIds.readIdsByDoc', log: 'ItemIds.docOf' },
  'src/index/segment/json-escapes.ts': {
    'by engine/query/sources/substring-source': 'findOutsideEscapes decodeEscapes',
    url: 'escapePattern',
  },
  'src/index/segment/locale-index.ts': {
    open: 'sortCodes',
    'by engine/facets/tally-locales': 'readLocaleSets createLocaleRows',
  },
  'src/index/segment/local-segments.ts': { open: 'openLocalSegments' },
  'src/index/segment/names.ts': { open: 'localStructureName' },
  'src/index/segment/link-counts.ts': {
    once: 'LinkCounts.#derive countDocsByCount fillColumns',
    constant: 'takeMemory',
  },
  'src/index/segment/locale-stores.ts': { open: 'LocaleStores.openDocuments LocaleStores.sharedDictionary' },
  'src/index/segment/rendered-terms.ts': {
    open: 'RenderedTerms.constructor',
    'by engine/query/sources/substring-source':
      'RenderedTerms.searchCostOf RenderedTerms.prefetch RenderedTerms.containing RenderedTerms.#locateAll',
    model: 'RenderedTerms.#findSource',
  },
  'src/index/segment/segment.ts': { open: 'openTypeSegment', model: 'findItem' },
  'src/index/segment/shared-names.ts': { open: 'checkSharing readNames' },
  'src/index/segment/similar.ts': {
    open: 'SimilarItems.constructor',
    constant: 'SimilarItems.readSimilar SimilarItems.featureOf',
  },
  'src/index/segment/stamps.ts': { open: 'stamps listStamps checkStamps' },
  'src/index/termdict/bucket-lists.ts': {
    'by index/termdict/candidates': 'readPacked readVarints',
    constant: 'readLastWord',
  },
  'src/index/termdict/bytes.ts': {
    'by engine/query/conditions/conditions': 'compareBytes startsWithBytes compareReversed',
    'by engine/query/sources/substring-source': 'containsBytes',
  },
  'src/index/termdict/candidates.ts': {
    'by index/termdict/candidates': 'findCandidateTerms moveAccepted moveInBuckets moveListed markListed',
    here: 'findShortestBucket',
    url: 'findPartStarts',
  },
  'src/index/termdict/decimal-keys.ts': { constant: 'decimalKey decimalUnits' },
  'src/index/termdict/first-docs.ts': { open: 'listFirstDocs FirstDocsPass.collect addRun' },
  'src/index/termdict/folding/accents.ts': { open: 'readRanges readTable', url: 'foldPoint foldAccents' },
  'src/index/termdict/folding/fold-text.ts': { url: 'foldBytes' },
  'src/index/termdict/folding/fold.ts': { open: 'readTable parseFullEntry', url: 'foldCase' },
  'src/index/termdict/frequent-sets.ts': {
    open: 'selectFrequentNodes FrequentSetsPass.collect FrequentSetsPass.write FrequentSetsPass.addChild',
  },
  'src/index/termdict/hash.ts': { url: 'hashBytes', log: 'TermHash.find' },
  'src/index/termdict/heads.ts': { constant: 'prefixNumber suffixNumber' },
  'src/index/termdict/node-pass.ts': { open: 'nodesAbove NodePass.#openNodes NodePass.#closeNodes' },
  'src/index/termdict/sift-texts.ts': { 'by engine/query/sources/substring-source': 'siftTexts confirmMatches' },
  'src/index/termdict/substrings.ts': {
    'by engine/query/conditions/conditions': 'SubstringIndex.find',
    'by engine/query/run/members': 'SubstringIndex.addTerms SubstringIndex.addDocs SubstringIndex.#runCompiled',
  },
  'src/index/termdict/terms.ts': {
    'by engine/query/sources/substring-source':
      'ByteTerms.searchCostOf ByteTerms.endsWith ByteTerms.prefetch ByteTerms.#locate',
  },
};
