package org.jzenith.http.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranges that are sent (RFC 9110, 14.1.2). */
final class ByteRangeTest {

    private static String of(final String header, final long size) {
        final List<ByteRange> ranges = ByteRange.of(header, size);
        return ranges == null
                ? "ignored"
                : ranges.stream().map(each -> each.first() + "-" + each.last()).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-499, 0-499",
        "bytes=500-999, 500-999",
        "bytes=-500, 9500-9999",
        "bytes=9500-, 9500-9999",
        "bytes=0-0, 0-0",
        "bytes=0-, 0-9999",
        "bytes=0-99999999999999999999999, 0-9999",
        "bytes=0000000000000000000000005-6, 5-6",
        "bytes=-99999999999999999999999, 0-9999",
        "bytes=9999-, 9999-9999",
        "BYTES=1-2, 1-2",
        "'bytes= 1-2 , 500-501 ', 1-2 500-501",
        "'bytes=,1-2,,', 1-2",
        "'bytes=0-0,-1', 0-0 9999-9999",
        "'bytes=-1,0-0', 9999-9999 0-0",
        "'bytes=0-10,5-20', 0-20",
        "'bytes=5-20,0-10,1000-2000', 0-20 1000-2000",
        "'bytes=0-10,100-110', 0-110",
        "'bytes=0-10,20000-', 0-10",
        "bytes=10000-, ''",
        "bytes=-0, ''",
        "'bytes=-0,99999-', ''",
        "bytes=, ignored",
        "'bytes=,', ignored",
        "bytes=-, ignored",
        "bytes=a-b, ignored",
        "bytes=5, ignored",
        "bytes=5-4, ignored",
        "bytes=1-2-3, ignored",
        "bytes=+1-2, ignored",
        "bytes=1 -2, ignored",
        "'bytes=0-1,x', ignored",
        "bytes 0-1, ignored",
        "items=0-1, ignored",
        "'', ignored",
    })
    void rangesAreThoseOfTheHeader(final String header, final String ranges) {
        assertThat(of(header, 10_000)).isEqualTo(ranges);
    }

    @Test
    void onlyTheEndOfAnEmptyFileCanBeSent() {
        assertThat(of("bytes=0-", 0)).isEmpty();
        assertThat(of("bytes=-0", 0)).isEmpty();
        assertThat(of("bytes=-1", 0)).isEqualTo("ignored");
        assertThat(of("bytes=0-0,-1", 0)).isEqualTo("ignored");
        assertThat(of("bytes=-1,x", 0)).isEqualTo("ignored");
    }

    @Test
    void manyRangesAreIgnored() {
        final String many = IntStream.range(0, ByteRange.MOST)
                .mapToObj(i -> i * 1000 + "-" + i * 1000)
                .collect(Collectors.joining(",", "bytes=", ""));
        assertThat(of(many, 100_000).split(" ")).hasSize(ByteRange.MOST);
        assertThat(of(many + ",99000-99001", 100_000)).isEqualTo("ignored");
        assertThat(of("bytes=" + "0-,".repeat(1000), 100_000)).isEqualTo("ignored");
    }

    @Test
    void whatIsSentIsNeverMoreThanTheFile() {
        final String all = "bytes=" + "0-,".repeat(ByteRange.MOST - 1);
        assertThat(of(all, 100_000)).isEqualTo("0-99999");
    }
}
