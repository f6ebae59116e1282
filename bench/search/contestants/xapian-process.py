"""Xapian as the benchmark's process: builds an index from documents, or answers questions, both read from stdin as JSON.

build <folder>: a line {"language", "weights"}, then a document a line, {"id", "texts"}.
ask <folder>:   one line, {"language", "limit", "questions": [[word, ...], ...]}; answers with one line of lists of ids.
version:        prints Xapian's version.

Words come cut and folded, as all engines get them. English words go through Xapian's own stemmer, the last one of a
question is also the beginning of others, and a word that is not there is asked for as Xapian's spelling has it.
Weights are BM25's as Xapian has them unless told otherwise.
"""
import json
import sys

import xapian

WILDCARDS = 100


def stemmer(language):
    return xapian.Stem(language) if language == "english" else None


def build(folder):
    settings = json.loads(sys.stdin.readline())
    stem = stemmer(settings["language"])
    database = xapian.WritableDatabase(folder, xapian.DB_CREATE_OR_OVERWRITE)
    for line in sys.stdin:
        given = json.loads(line)
        document = xapian.Document()
        document.set_data(given["id"])
        for words, weight in zip(given["texts"], settings["weights"]):
            for word in words:
                if len(word.encode()) > 60:
                    continue
                document.add_term(word, weight)
                if stem is not None:
                    document.add_term("Z" + stem(word).decode(), weight)
                database.add_spelling(word)
        database.add_document(document)
    database.commit()
    database.close()


def part(database, stem, word, is_last):
    if stem is None:
        term = word
    else:
        term = "Z" + stem(word).decode()
    if not database.term_exists(term) and not is_last:
        meant = database.get_spelling_suggestion(word).decode()
        if meant:
            term = meant if stem is None else "Z" + stem(meant).decode()
    query = xapian.Query(term)
    if not is_last:
        return query
    begun = xapian.Query(xapian.Query.OP_WILDCARD, word, WILDCARDS, xapian.Query.WILDCARD_LIMIT_MOST_FREQUENT)
    return xapian.Query(xapian.Query.OP_OR, query, begun)


def ask(folder):
    given = json.loads(sys.stdin.readline())
    stem = stemmer(given["language"])
    database = xapian.Database(folder)
    enquire = xapian.Enquire(database)
    enquire.set_weighting_scheme(xapian.BM25Weight())
    found = []
    for words in given["questions"]:
        words = [word for word in words if len(word.encode()) <= 60]
        if not words:
            found.append([])
            continue
        parts = [part(database, stem, word, place == len(words) - 1) for place, word in enumerate(words)]
        enquire.set_query(xapian.Query(xapian.Query.OP_OR, parts))
        found.append([match.document.get_data().decode() for match in enquire.get_mset(0, given["limit"])])
    print(json.dumps(found))


if sys.argv[1] == "version":
    print(xapian.version_string())
elif sys.argv[1] == "build":
    build(sys.argv[2])
else:
    ask(sys.argv[2])
