package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteResponse;

/** Converters, clients of one interface with different names, and results with status and headers, in an application without a listener. */
final class ClientDescriptionTest {

    /** A type without a text of its own. */
    record Place(int row, int shelf) {}

    /** A result for the modules of jZenith's mapper. */
    record Shelf(String name, LocalDate since, Optional<String> color) {}

    /** A service. */
    @Path("/shelves")
    public interface ShelvesApi {

        @GET
        @Path("/{place}")
        Single<RemoteResponse<Shelf>> shelf(@PathParam("place") String place);
    }

    /** A service with a parameter that needs a converter. */
    @Path("/places")
    public interface PlacesApi {

        @GET
        @Path("/{place}")
        Single<String> find(@PathParam("place") Place place, @QueryParam("near") List<Place> near);
    }

    /** Writes a place as row and shelf. */
    private static final class PlaceConverters implements ParamConverterProvider, ParamConverter<Place> {

        @Override
        @SuppressWarnings("unchecked") // it is asked for the type
        public <T> @Nullable ParamConverter<T> getConverter(
                final Class<T> raw, final Type generic, final Annotation[] annotations) {
            return raw == Place.class ? (ParamConverter<T>) this : null;
        }

        @Override
        public Place fromString(final String text) {
            throw new UnsupportedOperationException(text);
        }

        @Override
        public String toString(final Place place) {
            return place.row() + "/" + place.shelf();
        }
    }

    /** Tells the request line. */
    private static RawPeer echo(final String name) throws IOException {
        return new RawPeer(peer -> {
            for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
                final String body = name + " " + head.split(" ")[1];
                peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + body.length() + "\r\n\r\n"
                        + body);
            }
        });
    }

    private static RunningApplication run(final String url, final RestClient client) {
        return JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(client)
                .withOverridingConfiguration("rest-client.stock.url", url)
                .run();
    }

    @Test
    void convertersWriteParameters() throws Exception {
        try (RawPeer peer = echo("peer");
                RunningApplication application = run(
                        peer.url(),
                        RestClientPlugin.of(PlacesApi.class, "stock").withConverters(new PlaceConverters()))) {
            assertThat(application
                            .get(PlacesApi.class)
                            .find(new Place(1, 2), List.of(new Place(3, 4), new Place(5, 6)))
                            .blockingGet())
                    .isEqualTo("peer /places/1%2F2?near=3/4&near=5/6");
        }
    }

    @Test
    void clientsOfOneInterfaceHaveNames() throws Exception {
        try (RawPeer north = echo("north");
                RawPeer south = echo("south");
                RunningApplication application = JZenith.application()
                        .withoutConfigurationFiles()
                        .withPlugins(
                                RestClientPlugin.of(PlacesApi.class, "north")
                                        .withNamedBinding()
                                        .withConverters(new PlaceConverters()),
                                RestClientPlugin.of(PlacesApi.class, "south")
                                        .withConverters(new PlaceConverters())
                                        .withNamedBinding())
                        .withOverridingConfiguration("rest-client.north.url", north.url())
                        .withOverridingConfiguration("rest-client.south.url", south.url())
                        .run()) {
            for (final String name : new String[] {"north", "south"}) {
                assertThat(application
                                .get(PlacesApi.class, name)
                                .find(new Place(1, 2), List.of())
                                .blockingGet())
                        .isEqualTo(name + " /places/1%2F2");
            }
        }
    }

    @Test
    void aRemoteResponseHasStatusHeadersAndBody() throws Exception {
        final String shelf = "{\"name\":\"teas\",\"since\":\"2026-02-03\",\"color\":null,\"new\":1}";
        try (RawPeer peer = new RawPeer(each -> {
                    for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                        switch (head.split(" ")[1]) {
                            case "/shelves/none" -> each.send("HTTP/1.1 204 None\r\nX-Shelf: 0\r\n\r\n");
                            case "/shelves/gone" -> each.send("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n");
                            default ->
                                each.send("HTTP/1.1 201 Created\r\nX-Shelf: 4\r\nX-Shelf: 5\r\n"
                                        + "Content-Type: application/json\r\nContent-Length: " + shelf.length()
                                        + "\r\n\r\n" + shelf);
                        }
                    }
                });
                RunningApplication application = run(peer.url(), RestClientPlugin.of(ShelvesApi.class, "stock"))) {
            final ShelvesApi shelves = application.get(ShelvesApi.class);
            final RemoteResponse<Shelf> created = shelves.shelf("tea").blockingGet();
            assertThat(created.status()).isEqualTo(201);
            assertThat(created.headers()).containsEntry("x-shelf", List.of("4", "5"));
            assertThat(created.header("X-Shelf")).contains("4");
            assertThat(created.header("X-Other")).isEmpty();
            assertThat(created.body()).contains(new Shelf("teas", LocalDate.of(2026, 2, 3), Optional.empty()));
            final RemoteResponse<Shelf> none = shelves.shelf("none").blockingGet();
            assertThat(none.status()).isEqualTo(204);
            assertThat(none.body()).isEmpty();
            assertThat(none.header("X-Shelf")).contains("0");
            assertThatThrownBy(() -> shelves.shelf("gone").blockingGet()).isInstanceOf(RemoteProblemException.class);
        }
    }

    /** A mapper has caches of its own, so clients must not make one for each call. */
    @Test
    void allClientsShareOneMapper() throws Exception {
        try (RunningApplication application =
                run("http://localhost:1", RestClientPlugin.of(ShelvesApi.class, "stock"))) {
            final ClientMapper mapper = application.get(ClientMapper.class);
            assertThat(application.get(ClientMapper.class)).isSameAs(mapper);
            assertThat(mapper.get()).isSameAs(mapper.get());
        }
    }
}
