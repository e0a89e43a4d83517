package org.jzenith.benchmark.baseline;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The page of fortunes: constant bytes between numbers and escaped messages. */
final class FortunePage {

    private static final Fortune ADDED = new Fortune("0", "Additional fortune added at request time.");
    private static final byte[] HEAD = ascii("""
            <!DOCTYPE html>
            <html>
            <head><title>Fortunes</title></head>
            <body>
            <table>
            <tr><th>id</th><th>message</th></tr>
            """);
    private static final byte[] BEFORE_ID = ascii("<tr><td>");
    private static final byte[] BEFORE_MESSAGE = ascii("</td><td>");
    private static final byte[] AFTER_MESSAGE = ascii("</td></tr>\n");
    private static final byte[] FOOT = ascii("""
            </table>
            </body>
            </html>
            """);

    private FortunePage() {}

    private record Fortune(String id, String message) implements Comparable<Fortune> {

        @Override
        public int compareTo(final Fortune other) {
            return message.compareTo(other.message);
        }
    }

    static Buffer of(final RowSet<Row> rows) {
        final Fortune[] fortunes = new Fortune[rows.size() + 1];
        int i = 0;
        for (final Row row : rows) {
            fortunes[i++] = new Fortune(Integer.toString(row.getInteger(0)), row.getString(1));
        }
        fortunes[i] = ADDED;
        Arrays.sort(fortunes);
        final ByteBuf page = Unpooled.buffer(2048).writeBytes(HEAD);
        for (final Fortune fortune : fortunes) {
            page.writeBytes(BEFORE_ID);
            ByteBufUtil.writeAscii(page, fortune.id);
            page.writeBytes(BEFORE_MESSAGE);
            writeEscaped(page, fortune.message);
            page.writeBytes(AFTER_MESSAGE);
        }
        return BufferImpl.buffer(page.writeBytes(FOOT));
    }

    private static void writeEscaped(final ByteBuf page, final String text) {
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            final String escaped = switch (text.charAt(i)) {
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '&' -> "&amp;";
                default -> null;
            };
            if (escaped != null) {
                ByteBufUtil.reserveAndWriteUtf8(page, text, written, i, 3 * (i - written));
                ByteBufUtil.writeAscii(page, escaped);
                written = i + 1;
            }
        }
        ByteBufUtil.reserveAndWriteUtf8(page, text, written, text.length(), 3 * (text.length() - written));
    }

    private static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
