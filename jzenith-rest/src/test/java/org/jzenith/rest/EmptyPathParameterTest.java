package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A parameter at the end of a path whose expression matches an empty text (Jakarta REST 3.7.3). */
final class EmptyPathParameterTest {

    private static RunningServer server;

    @Path("/")
    @Produces("text/plain")
    public static final class Files {

        @GET
        @Path("files/{path: .*}")
        public String file(@PathParam("path") final String path) {
            return "file '" + path + "'";
        }

        @GET
        @Path("both")
        public String list() {
            return "list";
        }

        @GET
        @Path("both/{path: .*}")
        public String inBoth(@PathParam("path") final String path) {
            return "in both '" + path + "'";
        }

        @POST
        @Path("posted")
        public String posted() {
            return "posted";
        }

        @GET
        @Path("posted/{path: .*}")
        public String inPosted(@PathParam("path") final String path) {
            return "in posted '" + path + "'";
        }

        @GET
        @Path("{any}")
        public String any(@PathParam("any") final String any) {
            return "any '" + any + "'";
        }

        @GET
        @Path("a/numbers/{number: [0-9]*}")
        public String number(@PathParam("number") final String number) {
            return "number '" + number + "'";
        }

        @GET
        @Path("a/some/{path: .+}")
        public String some(@PathParam("path") final String path) {
            return "some '" + path + "'";
        }

        @GET
        @Path("a/plain/{path}")
        public String plain(@PathParam("path") final String path) {
            return "plain '" + path + "'";
        }

        @Path("a/located/{path: x*}")
        public Located located(@PathParam("path") final String path) {
            return new Located(path);
        }
    }

    @Path("a/class/{path: .*}")
    @Produces("text/plain")
    public static final class OfClass {

        @GET
        public String ofClass(@PathParam("path") final String path) {
            return "of class '" + path + "'";
        }
    }

    @Path("a/tree")
    public static final class Tree {

        @Path("located")
        public Located located() {
            return new Located("");
        }
    }

    @Produces("text/plain")
    public static final class Located {

        private final String path;

        Located(final String path) {
            this.path = path;
        }

        @GET
        public String get() {
            return "located '" + path + "'";
        }

        @GET
        @Path("deep/{rest: .*}")
        public String deep(@PathParam("rest") final String rest) {
            return "deep '" + rest + "'";
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Files.class, OfClass.class, Tree.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "/a/numbers/ | number ''",
                "/a/numbers/;m=1 | number ''",
                "/a/numbers/?q=1 | number ''",
                "/a/numbers/17 | number '17'",
                "/a/numbers/17/ | number '17'",
                "/a/class/ | of class ''",
                "/a/class/x | of class 'x'",
                "/a/located/ | located ''",
                "/a/located/x | located 'x'",
                "/a/located//deep/ | deep ''",
                "/a/tree/located/deep/ | deep ''",
                "/a/tree/located/deep/x | deep 'x'",
                "/a/tree/located/ | located ''",
            })
    void theSlashAtTheEndMatchesNothing(final String path, final String expected) {
        assertThat(server.get(path).body()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"/a/numbers", "/a/some/", "/a/plain/", "/a/tree/", "/a/tree/located/deep", "/a/none/"})
    void whatDoesNotMatchIs404(final String path) {
        assertThat(server.get(path).status()).isEqualTo(404);
    }

    /** A path that matches without the slash at its end is answered as if it had none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"/files/ | any 'files'", "/both/ | list", "/both/x | in both 'x'"})
    void whatMatchesWithoutTheSlashComesFirst(final String path, final String expected) {
        assertThat(server.get(path).body()).isEqualTo(expected);
        assertThat(server.get("/posted/").status()).isEqualTo(405);
    }

    @Test
    void theParameterHasOneEmptySegment() {
        try (RunningServer alone = RunningServer.of(RestPlugin.withResources(FilesAlone.class))) {
            assertThat(alone.get("/files/").body()).isEqualTo("'' '' 1 {path=[]} [files, ]");
            assertThat(alone.get("/files/a/b").body()).isEqualTo("'a/b' 'b' 2 {path=[a/b]} [files/a/b, ]");
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class FilesAlone {

        @GET
        @Path("files/{path: .*}")
        public String file(
                @PathParam("path") final String path,
                @PathParam("path") final PathSegment last,
                @PathParam("path") final List<PathSegment> all,
                @Context final UriInfo uri) {
            return "'" + path + "' '" + last.getPath() + "' " + all.size() + " " + uri.getPathParameters() + " "
                    + uri.getMatchedURIs();
        }
    }
}
