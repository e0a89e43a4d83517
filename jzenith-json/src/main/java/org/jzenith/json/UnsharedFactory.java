package org.jzenith.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.ByteSourceJsonBootstrapper;
import com.fasterxml.jackson.core.json.ReaderBasedJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import com.fasterxml.jackson.core.sym.CharsToNameCanonicalizer;
import com.fasterxml.jackson.databind.MappingJsonFactory;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A factory whose parsers do not share field names. Jackson's own factory keeps the names of all documents in one
 * table. A client can fill this table with names of the same hash, and the documents of other clients then fail. Here,
 * each document has its own table, or reuses a table that has only few names. Names are not interned. Safe for use by
 * many threads.
 */
final class UnsharedFactory extends JsonFactory {

    private static final long serialVersionUID = 1L;

    private static final Logger LOGGER = LoggerFactory.getLogger(UnsharedFactory.class);

    /**
     * Small tables to reuse, because creating a table costs as much as reading a small document. Only one document uses
     * a table at a time.
     */
    private final transient Queue<FieldNames> few = new ConcurrentLinkedQueue<>();

    UnsharedFactory(final JsonFactoryBuilder builder) {
        super(builder.disable(JsonFactory.Feature.INTERN_FIELD_NAMES));
    }

    /** Copies the factory, because copying a mapper also copies its factory. */
    @Override
    public JsonFactory copy() {
        return new UnsharedFactory(new JsonFactoryBuilder(this));
    }

    /** Returns a reader with the settings of an application's factory. The factory is not changed. */
    static Json.Documents documents(final JsonFactory factory, final long maxTokens) {
        if (factory instanceof UnsharedFactory || isJacksons(factory.getClass())) {
            final StreamReadConstraints limits = factory.streamReadConstraints();
            final StreamReadConstraints.Builder changed = limits.rebuild();
            if (!limits.hasMaxTokenCount() || limits.getMaxTokenCount() > maxTokens) {
                changed.maxTokenCount(maxTokens);
            }
            changed.maxNestingDepth(Json.maxDepth(factory));
            final UnsharedFactory made =
                    new UnsharedFactory(new JsonFactoryBuilder(factory).streamReadConstraints(changed.build()));
            made.setCodec(factory.getCodec());
            return (reader, document) -> Json.withinStack(factory, () -> made.read(reader, document));
        }
        LOGGER.warn(
                "The application's ObjectMapper has its own factory, {}. Its parsers share field names, so a client can break the"
                        + " documents of other clients. Use Jackson's JsonFactory.",
                factory.getClass().getName());
        return (reader, document) -> Json.withinStack(factory, () -> reader.readValue(new StrictUtf8(document)));
    }

    private static boolean isJacksons(final Class<?> type) {
        return type == JsonFactory.class || type == MappingJsonFactory.class;
    }

    private @Nullable Object read(final ObjectReader reader, final InputStream document) throws IOException {
        final FieldNames known = few.poll();
        final FieldNames names = known == null ? FieldNames.of(this) : known;
        final IOContext context = _createContext(_createContentReference(document), false);
        final InputStream checked = new StrictUtf8(_decorate(document, context));
        boolean isBroken = false; // the parser may have been about to add a name
        try (JsonParser parser = parser(new ByteSourceJsonBootstrapper(context, checked), names)) {
            return read(reader, parser);
        } catch (final StackOverflowError e) {
            isBroken = true;
            throw e;
        } finally {
            if (!isBroken && names.areFew()) {
                few.offer(names);
            }
        }
    }

    /** Reads a value. Adds details to a failure while the parser is still open: too many tokens, or a missing field. */
    private static @Nullable Object read(final ObjectReader reader, final JsonParser parser) throws IOException {
        try {
            return reader.readValue(parser);
        } catch (final IOException e) {
            final long limit = parser.streamReadConstraints().getMaxTokenCount();
            if (limit > 0 && parser.currentTokenCount() > limit) {
                throw new Json.TooManyTokensException(limit, e);
            }
            if (e instanceof final MismatchedInputException mismatch
                    && !mismatch.getPath().isEmpty()
                    && mismatch.getProcessor() instanceof final JsonParser active
                    && active.currentToken() == JsonToken.END_OBJECT) {
                e.addSuppressed(new Json.MissingFieldException());
            }
            throw e;
        }
    }

    @Override
    protected JsonParser _createParser(final InputStream document, final IOContext context) throws IOException {
        return parser(new ByteSourceJsonBootstrapper(context, document), FieldNames.of(this));
    }

    @Override
    protected JsonParser _createParser(
            final byte[] document, final int offset, final int length, final IOContext context) throws IOException {
        return parser(new ByteSourceJsonBootstrapper(context, document, offset, length), FieldNames.of(this));
    }

    private JsonParser parser(final ByteSourceJsonBootstrapper bootstrapper, final FieldNames names)
            throws IOException {
        return bootstrapper.constructParser(
                _parserFeatures, _objectCodec, names.bytes(), names.characters(), _factoryFeatures);
    }

    @Override
    protected JsonParser _createParser(final Reader document, final IOContext context) {
        return new ReaderBasedJsonParser(
                context,
                _parserFeatures,
                document,
                _objectCodec,
                CharsToNameCanonicalizer.createRoot(this).makeChild());
    }

    @Override
    protected JsonParser _createParser(
            final char[] document,
            final int offset,
            final int length,
            final IOContext context,
            final boolean recyclable) {
        return new ReaderBasedJsonParser(
                context,
                _parserFeatures,
                null,
                _objectCodec,
                CharsToNameCanonicalizer.createRoot(this).makeChild(),
                document,
                offset,
                offset + length,
                recyclable);
    }

    /** The table of field names of one document's parser. */
    private record FieldNames(ByteQuadsCanonicalizer bytes, CharsToNameCanonicalizer characters) {

        /**
         * The largest table to reuse. With up to this many names of the same hash, a lookup costs a few hundred
         * comparisons at most. Jackson suspects an attack only from 1,024 slots on.
         */
        private static final int MOST = 256;

        static FieldNames of(final JsonFactory factory) {
            return new FieldNames(ByteQuadsCanonicalizer.createRoot(), CharsToNameCanonicalizer.createRoot(factory));
        }

        /** Returns true if there are few enough names to reuse them for the next document. */
        boolean areFew() {
            return bytes.size() <= MOST && characters.size() <= MOST;
        }
    }
}
