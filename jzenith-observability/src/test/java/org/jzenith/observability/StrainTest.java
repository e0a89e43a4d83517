package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page finds a full heap, shows who uses the processors, and profiles without async-profiler. */
@Tag("full")
final class StrainTest {

    @TempDir
    private Path folder;

    private static List<String> findings(final StrainedProcess process, final String section) {
        return process.data().getJsonArray("findings").stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.getString("section").equals(section))
                .map(each -> each.getString("text"))
                .toList();
    }

    @Test
    void aFullHeapIsFound() throws IOException {
        try (StrainedProcess process = StrainedProcess.start("", "-Xmx96m", "-XX:+UseG1GC")) {
            assertThat(findings(process, "jvm")).isEmpty();
            process.strain("/fill");
            Exposition.await(
                    "the full heap is found",
                    () -> findings(process, "jvm").stream()
                            .anyMatch(text ->
                                    text.matches("The heap is (8[6-9]|9\\d) % full after garbage collection\\..*")));
            final JsonObject heap = new JsonObject(process.send(
                            "POST", process.operators().resolve("/admin/heap"), HttpResponse.BodyHandlers.ofString())
                    .body());
            assertThat(heap.getJsonArray("classes").getJsonObject(0).getString("name"))
                    .isEqualTo("[B");
        }
    }

    @Test
    void theThreadsThatUseTheProcessorsAreShownAndRecordedWithoutAsyncProfiler() throws IOException {
        // Without the jars of async-profiler and of the converter that draws flame graphs.
        try (StrainedProcess process = StrainedProcess.start("/tools/profiler/")) {
            process.strain("/spin");
            Exposition.await(
                    "the use of the processors is shown",
                    () -> process.data()
                                    .getJsonObject("signals")
                                    .getJsonObject("now")
                                    .getDouble("utilization")
                            > 0);
            process.strain("/spin/longest");
            final JsonObject threads = new JsonObject(process.send(
                            "GET", process.operators().resolve("/admin/threads"), HttpResponse.BodyHandlers.ofString())
                    .body());
            assertThat(threads.getJsonArray("threads").getJsonObject(0).getString("name"))
                    .isEqualTo("spinning");

            assertThat(process.send(
                                    "POST",
                                    process.operators().resolve("/admin/profile?seconds=1"),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(202);
            Exposition.await(
                    "the profile is ready",
                    () -> process.data().getJsonObject("profile").getBoolean("ready"));
            assertThat(process.data().getJsonObject("profile").getBoolean("flameGraph"))
                    .isFalse();
            assertThat(process.send(
                                    "GET",
                                    process.operators().resolve("/admin/profile"),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(404);
            final Path recording = Files.write(
                    folder.resolve("profile.jfr"),
                    process.send(
                                    "GET",
                                    process.operators().resolve("/admin/profile.jfr"),
                                    HttpResponse.BodyHandlers.ofByteArray())
                            .body());
            assertThat(RecordingFile.readAllEvents(recording))
                    .filteredOn(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                    .extracting(StrainTest::thread)
                    .contains("spinning");
        }
    }

    private static String thread(final RecordedEvent sample) {
        return sample.getThread("sampledThread").getJavaName();
    }
}
