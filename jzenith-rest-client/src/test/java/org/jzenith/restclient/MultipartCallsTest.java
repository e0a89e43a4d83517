package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import io.vertx.core.Context;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.restclient.ArticlesApi.Article;

/** Multipart forms arrive at a resource of the same interface as they were sent. */
final class MultipartCallsTest {

    /** A service with forms. */
    @Path("/forms")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    @Produces("text/plain")
    public interface FormsApi {

        @POST
        @Path("/list")
        Single<String> list(List<EntityPart> parts);

        @POST
        @Path("/fields")
        Single<String> fields(
                @FormParam("name") String name,
                @FormParam("file") EntityPart file,
                @FormParam("more") List<EntityPart> more);
    }

    @Path("/forms")
    public static final class FormsResource implements FormsApi {

        @Override
        public Single<String> list(final List<EntityPart> parts) {
            final List<String> seen = new ArrayList<>();
            parts.forEach(part -> seen.add(seen(part)));
            return Single.just(String.join("|", seen));
        }

        @Override
        public Single<String> fields(final String name, final EntityPart file, final List<EntityPart> more) {
            return Single.just(name + "|" + seen(file) + "|" + more.size());
        }

        private static String seen(final EntityPart part) {
            try {
                final byte[] content = part.getContent().readAllBytes();
                return part.getName() + "," + part.getFileName().orElse("-") + "," + part.getMediaType() + ","
                        + (content.length > 100
                                ? String.valueOf(content.length)
                                : new String(content, StandardCharsets.UTF_8));
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A form parameter that is no form. */
    @Path("/wrong")
    public interface WrongFormApi {

        @POST
        Single<String> wrong(@FormParam("file") EntityPart file);
    }

    /** Zeros, which may not be read on an event loop. */
    private static final class Zeros extends InputStream {

        private int left;
        private final boolean fails;
        private volatile boolean closed;

        Zeros(final int left, final boolean fails) {
            this.left = left;
            this.fails = fails;
        }

        @Override
        public int read() throws IOException {
            if (Context.isOnEventLoopThread()) {
                throw new IOException("read on an event loop");
            }
            if (left == 0 && fails) {
                throw new IOException("no more");
            }
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static Clients server;
    private static Clients clients;
    private static Clients http2;

    @BeforeAll
    static void start() {
        server = Clients.of(Map.of("url", "http://localhost:1"), FormsApi.class, FormsResource.class);
        clients = clients(false);
        http2 = clients(true);
    }

    private static Clients clients(final boolean overHttp2) {
        return Clients.of(
                Map.of("url", server.application().uri(), "http2", overHttp2, "pool-size", 1),
                FormsApi.class,
                RetriesTest.Other.class);
    }

    @AfterAll
    static void stop() {
        clients.close();
        http2.close();
        server.close();
    }

    private static FormsApi api(final boolean overHttp2) {
        return (overHttp2 ? http2 : clients).application().get(FormsApi.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void partsInMemoryAndParameters(final boolean overHttp2) throws Exception {
        assertThat(api(overHttp2)
                        .list(List.of(
                                EntityPart.withName("text").content("größer").build(),
                                EntityPart.withName("a\"b")
                                        .fileName("x \"y\".bin")
                                        .content(new byte[] {65})
                                        .build(),
                                EntityPart.withName("json")
                                        .mediaType("application/json")
                                        .content(new Article("1", "Cup", 2))
                                        .build()))
                        .blockingGet())
                .isEqualTo("text,-,text/plain,größer|a%22b,x %22y%22.bin,application/octet-stream,A|"
                        + "json,-,application/json,{\"id\":\"1\",\"name\":\"Cup\",\"pieces\":2}");
        final EntityPart file =
                EntityPart.withName("file").fileName("a.txt").content("a").build();
        final EntityPart more = EntityPart.withName("more").content("b").build();
        assertThat(api(overHttp2).fields("größer", file, List.of(more, more)).blockingGet())
                .isEqualTo("größer|file,a.txt,application/octet-stream,a|2");
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class, () -> api(overHttp2).fields("a", more, List.of())))
                .hasMessageContaining("EntityPart.withName(\"file\")");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void streamsAreReadOnWorkersAndClosed(final boolean overHttp2) throws Exception {
        final Zeros zeros = new Zeros(300_000, false);
        assertThat(api(overHttp2)
                        .list(List.of(
                                EntityPart.withName("zeros")
                                        .fileName("z")
                                        .content(zeros)
                                        .build(),
                                EntityPart.withName("after").content("end").build()))
                        .blockingGet())
                .isEqualTo("zeros,z,application/octet-stream,300000|after,-,text/plain,end");
        assertThat(zeros.closed).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStreamThatFailsFailsTheCall(final boolean overHttp2) throws Exception {
        final Zeros zeros = new Zeros(100_000, true);
        final Zeros behind = new Zeros(1, false);
        api(overHttp2)
                .list(List.of(
                        EntityPart.withName("zeros").content(zeros).build(),
                        EntityPart.withName("behind").content(behind).build()))
                .test()
                .awaitDone(10, TimeUnit.SECONDS)
                .assertError(error -> error instanceof IOException && "no more".equals(error.getMessage()));
        assertThat(zeros.closed).isTrue();
        assertThat(behind.closed).isTrue();
        ServerAndClientAgreeTest.awaitNoCalls(overHttp2 ? http2 : clients);
    }

    @Test
    void aPartOutsideAMultipartFormFailsTheStart() {
        assertThat(catchThrowableOfType(
                        StartException.class,
                        () -> Clients.of(Map.of("url", "http://localhost:1"), WrongFormApi.class, FormsResource.class)))
                .hasMessageContaining("MULTIPART_FORM_DATA");
    }
}
