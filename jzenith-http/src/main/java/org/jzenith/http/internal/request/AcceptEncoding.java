package org.jzenith.http.internal.request;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parsed {@code Accept-Encoding} header (RFC 9110, 12.5.3). Immutable. */
public final class AcceptEncoding {

    private static final String IDENTITY = "identity";
    private static final String ANY = "*";
    private static final int NOT_NAMED = -1;

    private final List<String> elements;

    /**
     * Reads the header.
     *
     * @param fields the fields of the request; none if it has no such header
     */
    public AcceptEncoding(final List<String> fields) {
        this.elements = HeaderList.elements(fields);
    }

    /**
     * Chooses the coding that the client likes best.
     *
     * @param codings the server's order; of those with equal weights the first is chosen
     * @param token the name of a coding
     * @param <T> the type of codings
     * @return null if it likes none, or the plain content better
     */
    public <T> @Nullable T best(final List<T> codings, final Function<T, String> token) {
        T best = null;
        int most = 0;
        for (final T each : codings) {
            final int weight = preference(token.apply(each));
            if (weight > most) {
                most = weight;
                best = each;
            }
        }
        return best;
    }

    /**
     * Returns true if the client does not accept unencoded content.
     *
     * @return false for most requests
     */
    public boolean refusesIdentity() {
        final int named = weightOf(IDENTITY);
        return named == 0 || (named == NOT_NAMED && weightOf(ANY) == 0);
    }

    /**
     * Returns the weight of a coding, which counts only if it is not less than that of the plain content.
     *
     * @param coding its name
     * @return thousandths; 0 if the client does not take it, or the plain content rather
     */
    public int preference(final String coding) {
        final int weight = weight(coding);
        return weightOf(IDENTITY) > weight ? 0 : weight;
    }

    /**
     * Returns the weight of a coding. Plain content, called {@code identity}, has the least of all if the client does not name it.
     *
     * @param coding its name, in any case
     * @return thousandths; 0 if the client does not take it
     */
    public int weight(final String coding) {
        final int named = weightOf(coding);
        if (named != NOT_NAMED) {
            return named;
        }
        final int any = weightOf(ANY);
        return any != NOT_NAMED ? any : coding.equalsIgnoreCase(IDENTITY) ? 1 : 0;
    }

    private int weightOf(final String coding) {
        final String canonical = canonical(coding);
        for (final String element : elements) {
            if (canonical(HeaderList.parts(element).get(0)).equals(canonical)) {
                return Math.max(0, HeaderList.weight(element));
            }
        }
        return NOT_NAMED;
    }

    /** Two codings have an old name (RFC 9110, 8.4.1). */
    private static String canonical(final String coding) {
        final String name = coding.toLowerCase(Locale.ROOT);
        return name.equals("x-gzip") ? "gzip" : name.equals("x-compress") ? "compress" : name;
    }
}
