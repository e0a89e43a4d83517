package org.jzenith.rest.internal.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.error.ProblemException;

/** The parser finds the same parts, however the body is cut into pieces. */
final class MultipartParserTest {

    private static final String BOUNDARY = "xYzZY";

    private static final MultipartLimits LIMITS =
            new MultipartLimits(1024, 100_000, 1_000_000, 20, 300, Long.MAX_VALUE);

    /** Contents that look like boundaries. */
    private static final String[] CONTENTS = {
        "",
        "a",
        "\r\n",
        "\r\n--",
        "\r\n--xYzZ",
        "\r\n--xYzZ\r\n--xYzZ",
        "\r\r\n\r\n--xYz--xYzZY",
        "-xYzZY",
        "\r\n-\r\n--x\r\n--xY\r\n--xYz\r",
        "\n--xYzZY\n",
        "\u0000\u00ff\r",
        " --xYzZY\r\n"
    };

    private static String body(final String... contents) {
        final StringBuilder all = new StringBuilder();
        for (int i = 0; i < contents.length; i++) {
            all.append("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"f" + i + "\"\r\n\r\n")
                    .append(contents[i])
                    .append("\r\n");
        }
        return all.append("--" + BOUNDARY + "--\r\n").toString();
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Each part as name=content. */
    private static List<String> parse(final byte[] body, final int... cuts) {
        return parse(LIMITS, body, cuts);
    }

    private static List<String> parse(final MultipartLimits limits, final byte[] body, final int... cuts) {
        final MultipartParser parser = new MultipartParser(BOUNDARY, limits);
        final List<String> found = new ArrayList<>();
        final StringBuilder part = new StringBuilder();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            final int to = i == cuts.length ? body.length : cuts[i];
            parser.offer(Buffer.buffer(java.util.Arrays.copyOfRange(body, from, to)));
            from = to;
            for (MultipartParser.Event event = parser.next();
                    event != MultipartParser.Event.MORE;
                    event = parser.next()) {
                switch (event) {
                    case PART -> part.append(parser.head().name()).append('=');
                    case CONTENT -> {
                        assertThat(parser.content().length()).isPositive();
                        part.append(parser.content().toString(StandardCharsets.ISO_8859_1));
                    }
                    default -> {
                        found.add(part.toString());
                        part.setLength(0);
                    }
                }
            }
        }
        parser.end();
        return found;
    }

    private static List<String> expected(final String... contents) {
        final List<String> all = new ArrayList<>();
        for (int i = 0; i < contents.length; i++) {
            all.add("f" + i + "=" + contents[i]);
        }
        return all;
    }

    @Test
    void aBodyIsTheSameCutAtEveryTwoBytes() {
        final byte[] body = bytes(body(CONTENTS));
        for (int first = 0; first <= body.length; first++) {
            assertThat(parse(body, first)).as("cut at " + first).isEqualTo(expected(CONTENTS));
            for (int second = first; second <= Math.min(body.length, first + 20); second++) {
                assertThat(parse(body, first, second))
                        .as("cut at " + first + " and " + second)
                        .isEqualTo(expected(CONTENTS));
            }
        }
    }

    @Test
    void aBodyIsTheSameByteForByte() {
        final byte[] body = bytes(body(CONTENTS));
        final int[] cuts = new int[body.length];
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = i;
        }
        assertThat(parse(body, cuts)).isEqualTo(expected(CONTENTS));
    }

    @Test
    void randomContentsOfTheBytesOfBoundariesAreFound() {
        final Random random = new Random(7);
        final String letters = "\r\n-xYzZ";
        for (int round = 0; round < 2_000; round++) {
            final String[] contents = new String[random.nextInt(4)];
            for (int i = 0; i < contents.length; i++) {
                final StringBuilder content = new StringBuilder();
                for (int left = random.nextInt(40); left > 0; left--) {
                    content.append(letters.charAt(random.nextInt(letters.length())));
                }
                contents[i] = content.toString();
            }
            if (String.join("", contents).contains("--" + BOUNDARY)) {
                continue;
            }
            final byte[] body = bytes(body(contents));
            final int[] cuts =
                    random.ints(random.nextInt(6), 0, body.length + 1).sorted().toArray();
            assertThat(parse(body, cuts)).as("round " + round).isEqualTo(expected(contents));
        }
    }

    @Test
    void randomBytesAreRefusedOrReadButNeverMore() {
        final Random random = new Random(11);
        final byte[] whole = bytes(body(CONTENTS));
        for (int round = 0; round < 5_000; round++) {
            final byte[] damaged = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            List<String> once;
            try {
                once = parse(damaged);
            } catch (final ProblemException e) {
                once = List.of(String.valueOf(e.getResponse().getStatus()));
            }
            List<String> cut;
            try {
                cut = parse(
                        damaged, random.ints(5, 0, whole.length + 1).sorted().toArray());
            } catch (final ProblemException e) {
                cut = List.of(String.valueOf(e.getResponse().getStatus()));
            }
            assertThat(cut).as("round " + round).isEqualTo(once);
        }
    }

    @Test
    void preambleEpiloguePaddingAndFoldedHeadersAreUnderstood() {
        final String body = "This is a form.\r\n--xYzZY \t\r\nContent-Disposition: form-data;\r\n name=\"f0\"\r\n"
                + "X-Other: a\r\n\tb\r\n\r\nyes\r\n--xYzZY-- \r\nIt has ended.";
        assertThat(parse(bytes(body))).containsExactly("f0=yes");
        assertThat(parse(bytes("--xYzZY--"))).isEmpty();
        assertThat(parse(bytes(body()))).isEmpty();
        assertThat(parse(bytes("--xYzZY\r\nContent-Disposition: form-data; name=a\r\n\r\n--xYzZY--")))
                .as("without content")
                .containsExactly("a=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing",
                "--xYzZY",
                "--xYzZY\r\n",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--xYzZY",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--xYzZY-",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\n\r\nx\n--xYzZY--",
                "--xYzZY\nContent-Disposition: form-data; name=a\n\nx\n--xYzZY--",
                "--xYzZYinner\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\n\r\nno headers\r\n--xYzZY--",
                "--xYzZY\r\nContent-Type: text/plain\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename=a; filename=b\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename*=UTF-8''%c3\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename*=UTF-8''a%0ab\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename*=klingon''b\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename*=b\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename*=UTF-8''b; filename*=UTF-8''c\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=\"=?utf-8?B?w6=?=\"\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a; filename=\"=?utf-8?Q?=0A?=\"\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=\"a\u0000b\"\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=\"a\rb\"\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=\"a\nb\"\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a b\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\nContent-Type: nonsense\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\nContent-Disposition: form-data; name=a\r\nno colon\r\n\r\nx\r\n--xYzZY--",
                "--xYzZY\r\n Content-Disposition: form-data; name=a\r\n\r\nx\r\n--xYzZY--"
            })
    void whatIsMalformedIs400(final String body) {
        assertThatThrownBy(() -> parse(bytes(body)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.getResponse().getStatus()).isEqualTo(400));
    }

    private static void refused(final String limit, final String body, final int... cuts) {
        assertThatThrownBy(() -> parse(bytes(body), cuts)).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.getResponse().getStatus()).isEqualTo(413);
            assertThat(e.problem().toString()).contains(limit);
        });
    }

    @Test
    void whatIsTooLargeIs413AsSoonAsItIs() {
        refused("max-part-size", body("a".repeat(100_001)));
        refused("max-parts", body(new String[21]));
        refused("max-header-size", "--xYzZY\r\nContent-Disposition: form-data; name=" + "a".repeat(400));
        refused("max-header-size", "--xYzZY\r\n" + "X: y\r\n".repeat(100));
        refused("max-header-size", "preamble".repeat(50));
        refused("max-header-size", "\r\n--xYzZ".repeat(50));
        refused("max-header-size", "--xYzZY--" + "epilogue".repeat(50));
        refused("max-header-size", "--xYzZY" + " ".repeat(400));
        refused("max-total-size", "--xYzZY--" + "e".repeat(1_000_000));
    }

    /** A search that goes back to where a boundary might have begun needs minutes for this. */
    @Test
    void manyBeginningsOfABoundaryTakeLinearTime() {
        final String boundary = "-".repeat(68);
        final MultipartLimits wide = new MultipartLimits(1024, Long.MAX_VALUE, Long.MAX_VALUE, 10, 300, Long.MAX_VALUE);
        final MultipartParser parser = new MultipartParser(boundary, wide);
        parser.offer(Buffer.buffer("--" + boundary + "\r\nContent-Disposition: form-data; name=a\r\n\r\n"));
        assertThat(parser.next()).isEqualTo(MultipartParser.Event.PART);
        final Buffer endless = Buffer.buffer(("\r\n" + "-".repeat(69)).repeat(10_000));
        final long begun = System.nanoTime();
        long content = 0;
        for (int i = 0; i < 50; i++) {
            parser.offer(endless);
            while (parser.next() == MultipartParser.Event.CONTENT) {
                content += parser.content().length();
            }
        }
        assertThat(content).isGreaterThan(35_000_000);
        assertThat(System.nanoTime() - begun).isLessThan(20_000_000_000L);
    }

    private static PartHead head(final String header) {
        final byte[] lines = (header + "\r\n").getBytes(StandardCharsets.UTF_8);
        return PartHead.read(lines, 0, lines.length, 1);
    }

    private static String fileName(final String parameters) {
        return head("Content-Disposition: form-data; name=a; " + parameters).fileName();
    }

    @Test
    void aFileNameIsNeverAPath() {
        assertThat(fileName("filename=\"a.txt\"")).isEqualTo("a.txt");
        assertThat(fileName("filename=a.txt")).isEqualTo("a.txt");
        assertThat(fileName("filename=\"../../etc/passwd\"")).isEqualTo("passwd");
        assertThat(fileName("filename=\"C:\\docs\\a.txt\"")).isEqualTo("a.txt");
        assertThat(fileName("filename=\"C:\\\\docs\\\\a.txt\"")).isEqualTo("a.txt");
        assertThat(fileName("filename=\"/\"")).isNull();
        assertThat(fileName("filename=\"..\"")).isNull();
        assertThat(fileName("filename=\"a/..\"")).isNull();
        assertThat(fileName("filename=\"\"")).isNull();
        assertThat(fileName("filename=\"a\\\"b;c.txt\"")).isEqualTo("a\"b;c.txt");
        assertThat(fileName("filename=\"\u00fcber.txt\"")).isEqualTo("\u00fcber.txt");
        assertThat(fileName("filename*=UTF-8''..%2F..%2Fa.txt")).isEqualTo("a.txt");
        assertThat(fileName("filename=\"=?utf-8?B?Li4vYS50eHQ=?=\"")).isEqualTo("a.txt");
    }

    /** As HttpClient of .NET sends them, and as RFC 2047 and RFC 8187 have them. */
    @Test
    void encodedNamesAreDecoded() {
        assertThat(fileName("filename=\"=?utf-8?B?w6QudHh0?=\"; filename*=utf-8''%C3%A4.txt"))
                .isEqualTo("\u00e4.txt");
        assertThat(fileName("filename=a.txt; filename*=UTF-8'de'b%20%c3%a4.txt"))
                .isEqualTo("b \u00e4.txt");
        assertThat(fileName("filename*=iso-8859-1''%e4.txt")).isEqualTo("\u00e4.txt");
        assertThat(fileName("filename=a.txt; filename*=UTF-8''%c3")).isEqualTo("a.txt");
        assertThat(fileName("filename=\"=?utf-8?B?w6QudHh0?=\"")).isEqualTo("\u00e4.txt");
        assertThat(fileName("filename=\"=?ISO-8859-1?Q?=E4_b.txt?=\"")).isEqualTo("\u00e4 b.txt");
        assertThat(fileName("filename=\"=?utf-8?B?w6Q=?= =?utf-8?q?.txt?=\"")).isEqualTo("\u00e4.txt");
        assertThat(fileName("filename=\"a=?utf-8?B?w6Q=?=\"")).isEqualTo("a=?utf-8?B?w6Q=?=");
        assertThat(head("Content-Disposition: form-data; name=\"=?utf-8?B?w6Q=?=\"")
                        .name())
                .isEqualTo("\u00e4");
    }

    @Test
    void headersAreReadInAnyCase() {
        final PartHead head =
                head("content-disposition: FORM-DATA; NAME=\"a\"\r\ncontent-type: Image/PNG\r\nX-A: 1\r\nx-a: 2");
        assertThat(head.name()).isEqualTo("a");
        assertThat(head.mediaType()).hasToString("image/png");
        assertThat(head.headers().get("X-a")).containsExactly("1", "2");
        assertThat(head("Content-Disposition: form-data; name=a").mediaType()).hasToString("text/plain");
        assertThatThrownBy(() -> head.headers().add("a", "b")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> head.headers().get("x-a").add("b")).isInstanceOf(UnsupportedOperationException.class);
    }
}
