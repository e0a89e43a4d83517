package org.jzenith.benchmark.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.benchmark.process.BenchmarkException;

final class CommandLineTest {

    @Test
    void withoutOptionsEveryEndpointIsMeasuredInFiveRounds() {
        final Options options = CommandLine.parse();

        assertThat(options.tests()).containsExactlyElementsOf(LoadTest.of(Suite.ENDPOINTS));
        assertThat(options.processes()).isEqualTo(1);
        assertThat(options.rounds()).isEqualTo(5);
        assertThat(options.extras()).isEmpty();
        assertThat(options.smoke()).isFalse();
    }

    @Test
    void theServiceHasShorterRoundsUnlessTheyAreGiven() {
        final Options options = CommandLine.parse("--tests", "service");

        assertThat(options.tests()).containsExactlyElementsOf(LoadTest.of(Suite.SERVICE));
        assertThat(options.suite()).isEqualTo(Suite.SERVICE);
        assertThat(List.of(options.rounds(), options.seconds(), options.warmUp()))
                .containsExactly(2, 2, 1);
        assertThat(CommandLine.parse("--tests=transport").tests()).contains(LoadTest.UPLOAD, LoadTest.JSON_HTTP2_TLS);
        assertThat(CommandLine.parse("--tests=post,filters", "--seconds=4").seconds())
                .isEqualTo(4);
    }

    @Test
    void contestantsRunAsConfiguredUnlessTheyAreToBeBare() {
        assertThat(CommandLine.parse().bare()).isFalse();
        assertThat(CommandLine.parse("--bare").bare()).isTrue();
        assertThat(CommandLine.parse("--bare", "--configured", "--smoke").bare())
                .isFalse();
    }

    @Test
    void theSumHasABareRequestBesideThoseWithAllFeatures() {
        final List<LoadTest> tests = CommandLine.parse("--tests", "sum").tests();

        assertThat(tests).containsExactlyElementsOf(LoadTest.of(Suite.SUM)).hasSize(7);
        assertThat(tests)
                .filteredOn(test -> test.level() == Contestant.Level.BARE)
                .containsExactly(LoadTest.BARE_GET);
        assertThat(tests)
                .filteredOn(LoadTest::usesDatabase)
                .containsExactly(LoadTest.SUM_INSERT, LoadTest.OBSERVED_INSERT);
        assertThat(LoadTest.SUM_INSERT.request("").headers()).containsKeys("Origin", "X-Api-Token", "Content-Type");
    }

    @Test
    void requestsToProgramsWithAuthenticationHaveAToken() {
        assertThat(LoadTest.of(Suite.SUM))
                .filteredOn(test -> test.level() == Contestant.Level.OBSERVED)
                .hasSize(3)
                .allSatisfy(test -> assertThat(test.request("").headers())
                        .containsKeys("Origin", "X-Api-Token")
                        .hasEntrySatisfying(
                                "Authorization",
                                value -> assertThat(value).matches("Bearer [\\w-]+\\.[\\w-]+\\.[\\w-]+")));
    }

    @Test
    void valuesFollowTheirNameOrAnEqualsSign() {
        final Options options = CommandLine.parse(
                "--tests=db,plaintext-pipelined",
                "--processes=2",
                "--rounds",
                "3",
                "--peers=vertx-web,node",
                "--jvm-options=-Xmx512m  -XX:+UseSerialGC",
                "--contestant",
                "stock=9001=java -jar stock.jar --a=b");

        assertThat(options.tests()).containsExactly(LoadTest.DB, LoadTest.PLAINTEXT_PIPELINED);
        assertThat(options.processes()).isEqualTo(2);
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.peers()).containsExactly(Peer.VERTX_WEB, Peer.NODE);
        assertThat(options.jvmOptions()).containsExactly("-Xmx512m", "-XX:+UseSerialGC");
        assertThat(options.extras()).containsExactly(new Options.Extra("stock", 9001, "java -jar stock.jar --a=b"));
    }

    @Test
    void settingsAreTheArgumentsWithoutFolders() {
        final Options options = CommandLine.parse("--tests=sum", "--out", "results", "--bare", "--routes", "5000");

        assertThat(options.settings()).isEqualTo("--tests sum --bare --routes 5000");
        assertThat(options.routes()).isEqualTo(5000);
        assertThat(CommandLine.parse("--publish", "a.csv,b.csv").published())
                .containsExactly(Path.of("a.csv"), Path.of("b.csv"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--rouds 3|no option '--rouds'",
                "--rounds|needs a value",
                "--rounds many|is 'many'; give a number from 1",
                "--processes 0|is '0'; give a number from 1",
                "--rounds 0|is '0'; give a number from 1",
                "--routes 5010|is '5010'; give a number from 10 to 5000",
                "--routes 505|is '505'; give a multiple of ten",
                "--tests dbs|no test 'dbs'",
                "--tests db,filters|each suite has other contestants",
                "--smoke=yes|takes no value",
                "--bare=yes|takes no value",
                "--contestant stock=9001|give NAME=PORT=COMMAND",
                "--contestant a=b=c|is 'b'; give a number",
                "--contestant baseline=9001=c|is taken",
                "--contestant quarkus=9001=c|is taken",
                "--peers rocket|no peer 'rocket'",
                "--histogram db|give a path",
                "--histogram http:///db|give a path",
                "--histogram http://a^b|give a path",
                "--jvm /nowhere|no program bin/java in '/nowhere'",
                "plaintext|no option 'plaintext'",
            })
    void wrongOptionIsRefusedWithAReason(final String line, final String reason) {
        assertThatThrownBy(() -> CommandLine.parse(line.split(" ", -1)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining(reason);
    }
}
