package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

final class HelloTest {

    @Path("/hello")
    public static final class HelloResource {

        @GET
        public String plain() {
            return "hello";
        }

        @GET
        @Path("single")
        public Single<String> single() {
            return Single.just("hello").delay(10, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void stringsAndSinglesAreAnswered() throws Exception {
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(HelloResource.class))
                .withOverridingConfiguration("rest.port", 0)
                .run()) {
            final URI address = application.endpoints().get("rest");
            assertThat(get(address.resolve("/hello"))).isEqualTo("hello");
            assertThat(get(address.resolve("/hello/single"))).isEqualTo("hello");
        }
    }

    private static String get(final URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
