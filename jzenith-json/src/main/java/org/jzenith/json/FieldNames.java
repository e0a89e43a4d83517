package org.jzenith.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import com.fasterxml.jackson.core.sym.CharsToNameCanonicalizer;

/** The names of fields that the parser of one document knows and learns. */
final class FieldNames {

    /** Jackson takes more for an attack from 1,024 slots on; so many names of one hash cost a few hundred comparisons. */
    private static final int MOST = 256;

    private final ByteQuadsCanonicalizer bytes = ByteQuadsCanonicalizer.createRoot();
    private final CharsToNameCanonicalizer characters;

    FieldNames(final JsonFactory factory) {
        this.characters = CharsToNameCanonicalizer.createRoot(factory);
    }

    ByteQuadsCanonicalizer bytes() {
        return bytes;
    }

    CharsToNameCanonicalizer characters() {
        return characters;
    }

    /** Returns true if there are few enough names to reuse them for the next document. */
    boolean areFew() {
        return bytes.size() <= MOST && characters.size() <= MOST;
    }
}
