package org.jzenith.json.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each body arrives in pieces of every size. */
final class ScannersTest {

    private static final int MOST = 40;

    @Test
    void elementsOfAnArray() {
        assertThat(always("\uFEFF [1, \"a,]\\\"b\" ,{\"a\":[1,{}]},\n[[]] ] ", body -> elements(body, false)))
                .containsExactly("1", "\"a,]\\\"b\" ", "{\"a\":[1,{}]}", "[[]] ");
        assertThat(always("[]", body -> elements(body, false))).isEmpty();
    }

    @Test
    void linesOfNdjson() {
        assertThat(always("1\r\n\n {\"a\":\"}\"}\n[2]", body -> elements(body, true)))
                .containsExactly("1\r", "{\"a\":\"}\"}", "[2]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,]", "[,1]", "[1", "[{} {}]", "[1}", "[1] 2", "<1>"})
    void malformedArrays(final String body) {
        assertThatThrownBy(() -> elements(List.of(bytes(body)), false)).hasCauseInstanceOf(JsonParseException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "12"})
    void bodiesThatAreNoArray(final String body) {
        assertThatThrownBy(() -> elements(List.of(bytes(body)), false))
                .isInstanceOf(ElementScanner.NoArrayException.class);
    }

    @Test
    void linesEndWithBothOrEither() {
        assertThat(always("a\rb\n\r\nc\r\r\n", ScannersTest::lines)).containsExactly("a", "b", "", "c", "");
        assertThat(always("\u20ac\n\ud83d\ude00", ScannersTest::lines)).containsExactly("\u20ac", "\ud83d\ude00");
    }

    @Test
    void aLineOfCsvGoesOnInQuotes() {
        assertThat(always("a,b\n\"1\r\n\"\"2\",3\r\n\nx\"\ny", ScannersTest::linesOfCsv))
                .containsExactly("1 a,b", "2 \"1\r\n\"\"2\",3", "4 ", "5 x\"", "6 y", "2 commas");
    }

    @ParameterizedTest
    @CsvSource({"39, false", "40, false", "41, true"})
    void noScannerKeepsMoreThanItMay(final int length, final boolean isTooLarge) {
        final byte[] digits = bytes("1".repeat(length));
        for (final Function<List<byte[]>, List<String>> scan :
                List.<Function<List<byte[]>, List<String>>>of(ScannersTest::lines, body -> elements(body, true))) {
            if (isTooLarge) {
                assertThatThrownBy(() -> scan.apply(pieces(digits, 7))).isInstanceOf(TooLargeException.class);
            } else {
                assertThat(scan.apply(pieces(digits, 7))).hasSize(1);
            }
        }
    }

    @Test
    void eventsAsBrowsersReadThem() {
        assertThat(always(
                        "\uFEFFdata: 1\nretry:7\n\n:by\n: hand\nevent:x\nid: a\ndata:  2\ndata\nother: z\n\nid\n\n"
                                + "id: b\u0000\nid: c\u0001\nretry: no\ndata\n\ndata: cut",
                        ScannersTest::events))
                .containsExactly(
                        "ServerSentEvent[data=1, name=null, id=null, comment=null, reconnectDelay=7]",
                        "ServerSentEvent[data= 2\n, name=x, id=a, comment=by\nhand, reconnectDelay=-1]",
                        "ServerSentEvent[data=, name=null, id=, comment=null, reconnectDelay=-1]",
                        "last id '', delay 7");
    }

    @Test
    void theDataOfAnEventIsLimited() {
        final EventParser parser = new EventParser(MOST);
        parser.take("data: " + "1".repeat(30));
        assertThatThrownBy(() -> parser.take("data: " + "1".repeat(30))).isInstanceOf(TooLargeException.class);
    }

    /** Returns the result that is the same for pieces of every size. */
    private static List<String> always(final String body, final Function<List<byte[]>, List<String>> scan) {
        final List<String> whole = scan.apply(List.of(bytes(body)));
        assertThat(IntStream.rangeClosed(1, bytes(body).length))
                .allSatisfy(size ->
                        assertThat(scan.apply(pieces(bytes(body), size))).isEqualTo(whole));
        return whole;
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> pieces(final byte[] body, final int size) {
        return IntStream.iterate(0, from -> from < body.length, from -> from + size)
                .mapToObj(from -> Arrays.copyOfRange(body, from, Math.min(body.length, from + size)))
                .toList();
    }

    private static List<String> elements(final List<byte[]> body, final boolean isLines) {
        final ElementScanner scanner = new ElementScanner(isLines, MOST);
        final List<String> found = new ArrayList<>();
        try {
            for (final byte[] piece : body) {
                scanner.offer(piece);
                while (scanner.next()) {
                    found.add(new String(scanner.bytes(), StandardCharsets.UTF_8));
                }
                scanner.keep();
            }
            if (scanner.end()) {
                found.add(new String(scanner.bytes(), StandardCharsets.UTF_8));
            }
        } catch (final JsonParseException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static List<String> lines(final List<byte[]> body) {
        return lines(LineScanner.ofText(MOST), body, LineScanner::text);
    }

    private static List<String> linesOfCsv(final List<byte[]> body) {
        final LineScanner scanner = LineScanner.ofCsv(MOST);
        final List<String> found = lines(scanner, body, each -> each.number() + " " + each.text());
        found.add(scanner.commas() + " commas");
        return found;
    }

    private static List<String> events(final List<byte[]> body) {
        final EventParser parser = new EventParser(MOST);
        final List<String> found =
                lines(LineScanner.ofText(MOST), body, line -> String.valueOf(parser.take(line.text())));
        found.removeIf("null"::equals);
        found.add("last id '" + parser.lastId() + "', delay " + parser.lastDelay());
        return found;
    }

    private static List<String> lines(
            final LineScanner scanner, final List<byte[]> body, final Function<LineScanner, String> read) {
        final List<String> found = new ArrayList<>();
        for (final byte[] piece : body) {
            scanner.offer(piece);
            while (scanner.next()) {
                found.add(read.apply(scanner));
            }
            scanner.keep();
        }
        if (scanner.end()) {
            found.add(read.apply(scanner));
        }
        return found;
    }
}
