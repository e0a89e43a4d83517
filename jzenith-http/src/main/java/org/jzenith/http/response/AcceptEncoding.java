package org.jzenith.http.response;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parsed {@code Accept-Encoding} header (RFC 9110, 12.5.3). */
final class AcceptEncoding {

    private static final String IDENTITY = "identity";
    private static final String ANY = "*";
    private static final int NOT_NAMED = -1;
    private static final int MOST = 1000;

    private final List<String> fields;

    /** @param fields the fields of the request */
    AcceptEncoding(final List<String> fields) {
        this.fields = fields;
    }

    /** The one that the client likes best, of equals the first; null if it likes none, or the plain content better. */
    @Nullable
    ContentCoding best(final List<ContentCoding> codings) {
        if (fields.isEmpty()) {
            return null;
        }
        ContentCoding best = null;
        int most = 0;
        for (final ContentCoding each : codings) {
            final int weight = weight(each.token());
            if (weight > most) {
                most = weight;
                best = each;
            }
        }
        return best == null || weightOf(IDENTITY) > most ? null : best;
    }

    /** Returns true if the client does not accept unencoded content. */
    boolean refusesIdentity() {
        final int named = weightOf(IDENTITY);
        return named == 0 || (named == NOT_NAMED && weightOf(ANY) == 0);
    }

    private int weight(final String coding) {
        final int named = weightOf(coding);
        return named == NOT_NAMED ? Math.max(0, weightOf(ANY)) : named;
    }

    /** Thousandths. */
    private int weightOf(final String coding) {
        for (final String field : fields) {
            for (final String member : field.split(",", -1)) {
                final int semicolon = member.indexOf(';');
                final String name = (semicolon < 0 ? member : member.substring(0, semicolon)).strip();
                if (name.equalsIgnoreCase(coding) || (coding.equals("gzip") && name.equalsIgnoreCase("x-gzip"))) {
                    return semicolon < 0 ? MOST : quality(member.substring(semicolon + 1));
                }
            }
        }
        return NOT_NAMED;
    }

    /** Reads a weight. An invalid one counts as 0, so that the client gets content in an encoding that every client understands. */
    private static int quality(final String parameter) {
        final String text = parameter.strip().toLowerCase(Locale.ROOT);
        if (!text.startsWith("q=")) {
            return 0;
        }
        final String number = text.substring(2).strip();
        if (!number.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?")) {
            return 0;
        }
        return (int) Math.round(Double.parseDouble(number) * MOST);
    }
}
