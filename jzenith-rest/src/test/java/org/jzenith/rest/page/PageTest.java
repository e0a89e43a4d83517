package org.jzenith.rest.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.page.InvalidPageException;
import org.jzenith.core.page.Page;
import org.jzenith.core.page.PageRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Pages as results of resource methods. */
final class PageTest {

    /** The numbers from 1 to 10. */
    @Path("/numbers")
    @Produces({MediaType.APPLICATION_JSON, "text/csv;qs=0.5"})
    public static final class NumberResource {

        public record Row(int number) {}

        private static List<Row> rows(final int from, final int limit) {
            return IntStream.rangeClosed(from, Math.min(10, from + limit - 1))
                    .mapToObj(Row::new)
                    .toList();
        }

        @GET
        public Single<Page<Row>> byOffset(
                @QueryParam("offset") final int offset, @QueryParam("limit") @DefaultValue("4") final int limit) {
            final PageRequest request = PageRequest.offset(offset, limit).withTotal();
            return Single.just(
                    Page.of(rows(offset + 1, limit), request, offset + limit < 10 ? request.at(offset + limit) : null)
                            .withTotal(10));
        }

        @GET
        @Path("by-key")
        public Page<Row> byKey(
                @QueryParam("after") final @Nullable String after,
                @QueryParam("limit") @DefaultValue("4") final int limit) {
            final PageRequest request = PageRequest.after(after, limit);
            final int last = request.cursor().map(PageTest::key).orElse(0);
            return Page.of(
                    rows(last + 1, limit), request, last + limit < 10 ? request.next("k" + (last + limit)) : null);
        }

        @GET
        @Path("in-response")
        public Response inResponse() {
            final PageRequest request = PageRequest.after(null, 1);
            return Response.ok(Page.of(rows(1, 1), request, request.next("a&b=c")))
                    .header("Link", "</help>; rel=\"help\"")
                    .build();
        }
    }

    private static int key(final String cursor) {
        if (!cursor.startsWith("k")) {
            throw new InvalidPageException("after", "is not a cursor.");
        }
        return Integer.parseInt(cursor.substring(1));
    }

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(NumberResource.class))
            .withConfiguration("rest.context-path", "/api"));

    private static List<String> links(final TestResponse response) {
        return response.headers().allValues("Link");
    }

    @Test
    void aPageByOffsetIsAnArrayWithLinks() {
        final TestResponse first = APP.http().get("/api/numbers?tag=a%26b");
        assertThat(first.body()).isEqualTo("[{\"number\":1},{\"number\":2},{\"number\":3},{\"number\":4}]");
        assertThat(first.header("Content-Type")).contains("application/json");
        assertThat(first.header("X-Total-Count")).contains("10");
        assertThat(links(first))
                .containsExactly(
                        "</api/numbers?tag=a%26b&offset=0>; rel=\"first\"",
                        "</api/numbers?tag=a%26b&offset=4>; rel=\"next\"");
        assertThat(links(APP.http().get("/api/numbers?offset=3&tag=x&limit=4")))
                .containsExactly(
                        "</api/numbers?tag=x&limit=4&offset=0>; rel=\"first\"",
                        "</api/numbers?tag=x&limit=4&offset=0>; rel=\"prev\"",
                        "</api/numbers?tag=x&limit=4&offset=7>; rel=\"next\"");
        assertThat(links(APP.http().get("/api/numbers?offset=8")))
                .containsExactly("</api/numbers?offset=0>; rel=\"first\"", "</api/numbers?offset=4>; rel=\"prev\"");
    }

    @Test
    void theLinksLeadFromTheFirstPageToTheLast() {
        String next = "/api/numbers/by-key?limit=3";
        final StringBuilder seen = new StringBuilder();
        while (next != null) {
            final TestResponse page = APP.http().get(next);
            page.json()
                    .findValuesAsText("number")
                    .forEach(number -> seen.append(number).append(' '));
            next = page.header("Link")
                    .map(link -> link.replaceAll("<(.*)>; rel=\"next\"", "$1"))
                    .orElse(null);
        }
        assertThat(seen).hasToString("1 2 3 4 5 6 7 8 9 10 ");
    }

    @Test
    void aPageCanBeCsv() {
        final TestResponse response =
                APP.http().withHeader("Accept", "text/csv").get("/api/numbers/by-key?limit=2");
        assertThat(response.body()).isEqualTo("number\r\n1\r\n2\r\n");
        assertThat(links(response)).containsExactly("</api/numbers/by-key?limit=2&after=k2>; rel=\"next\"");
    }

    @Test
    void aPageInAResponseHasLinksBesideThoseOfTheApplication() {
        final TestResponse response = APP.http().get("/api/numbers/in-response");
        assertThat(response.body()).isEqualTo("[{\"number\":1}]");
        assertThat(links(response))
                .containsExactly("</help>; rel=\"help\"", "</api/numbers/in-response?after=a%26b%3Dc>; rel=\"next\"");
    }

    @Test
    void aPageThatCannotExistIsABadRequestThatNamesTheParameter() {
        APP.http()
                .get("/api/numbers?limit=0")
                .expectStatus(400)
                .expectJson("/detail", "The query parameter 'limit' must be from 1 to 10000.");
        APP.http()
                .get("/api/numbers?offset=-1")
                .expectStatus(400)
                .expectJson("/detail", "The query parameter 'offset' must be 0 or more.");
        APP.http()
                .get("/api/numbers/by-key?after=x")
                .expectStatus(400)
                .expectJson("/detail", "The query parameter 'after' is not a cursor.");
    }
}
