package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.test.internal.log.LogLines;

/** A violation of HTTP/2 in the middle of a body ends its stream or connection, and is not logged as a server error. */
@InTheClearAndOverTls
final class BrokenHttp2Test {

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    BrokenHttp2Test(final Transport transport) {
        transport.use();
    }

    @Path("bodies")
    @Produces("text/plain")
    public static final class Bodies {

        @POST
        public String read(final String body) {
            return "read " + body.length();
        }

        @POST
        @Path("late")
        public Single<String> late(final String body) {
            return Single.just("late").delay(200, TimeUnit.MILLISECONDS);
        }

        @POST
        @Path("unread")
        public String unread() {
            return "unread";
        }
    }

    enum Break {
        TRAILERS_WITHOUT_END {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.write(HEADERS, END_HEADERS, stream, field("a", "b"));
            }
        },
        PSEUDO_HEADER_IN_TRAILERS {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.write(HEADERS, END_HEADERS | END_STREAM, stream, field(":method", "POST"));
            }
        },
        RESET {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.reset(stream);
            }
        },
        DATA_AFTER_RESET {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.reset(stream);
                client.data(stream, 10);
            }
        },
        HEADERS_AFTER_RESET {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.reset(stream);
                client.begin(stream, "POST", "/bodies");
            }
        },
        DATA_AFTER_THE_END {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.write(DATA, END_STREAM, stream, new byte[10]);
                client.data(stream, 10);
            }
        },
        HEADERS_AFTER_THE_END {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.write(DATA, END_STREAM, stream, new byte[10]);
                client.begin(stream, "POST", "/bodies");
            }
        },
        WINDOW_TOO_LARGE {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.windowUpdate(stream, Integer.MAX_VALUE);
                client.windowUpdate(stream, Integer.MAX_VALUE);
                client.data(stream, 10);
            }
        },
        WINDOW_OF_ZERO {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.windowUpdate(stream, 0);
            }
        },
        DEPENDS_ON_ITSELF {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.write(2, 0, stream, new byte[] {0, 0, 0, (byte) stream, 15});
            }
        },
        WRONG_PADDING {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.write(DATA, 8, stream, new byte[] {100, 1, 2});
            }
        },
        UNKNOWN_COMPRESSION {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.write(HEADERS, END_HEADERS | END_STREAM, stream, new byte[] {(byte) 0xff, (byte) 0xff});
            }
        },
        CLOSED {
            @Override
            void on(final RawHttp2Client client, final int stream) throws IOException {
                client.data(stream, 10);
                client.close();
            }
        };

        abstract void on(RawHttp2Client client, int stream) throws IOException;

        static byte[] field(final String name, final String value) {
            final ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.write(0);
            block.write(name.length());
            block.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
            block.write(value.length());
            block.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
            return block.toByteArray();
        }
    }

    @ParameterizedTest
    @EnumSource(Break.class)
    void itIsNoErrorOfTheServer(final Break kind) throws Exception {
        try (LogLines log = LogLines.open()) {
            try (RunningServer server = RunningServer.of(RestPlugin.withResources(Bodies.class))) {
                for (final String path : new String[] {"/bodies", "/bodies/late", "/bodies/unread", "/nowhere"}) {
                    for (final boolean begun : new boolean[] {true, false}) {
                        violate(server, path, kind, begun);
                    }
                }
                assertThat(server.post("/bodies", "fine").body()).isEqualTo("read 4");
            }
            // The stop has waited for each request that has not ended.
            assertThat(log.warnings()).isEmpty();
        }
    }

    /** Afterwards the connection is closed, or answers the next request. */
    private static void violate(final RunningServer server, final String path, final Break kind, final boolean begun)
            throws IOException {
        try (RawHttp2Client client = RawHttp2Client.to(server, 65_535)) {
            client.begin(1, "POST", path);
            if (begun) {
                awaitRead(client);
            }
            try {
                kind.on(client, 1);
                if (kind != Break.CLOSED) {
                    client.get(3, "/nowhere");
                }
            } catch (final SocketException e) {
                // the server has closed the connection
            }
            if (kind != Break.CLOSED) {
                RawHttp2Client.Frame frame = client.next();
                while (frame != null && !(frame.stream() == 3 && frame.endsStream())) {
                    frame = client.next();
                }
            }
        }
    }

    /** The server has handled all that was sent before. */
    private static void awaitRead(final RawHttp2Client client) throws IOException {
        client.ping();
        assertThat(client.next(RawHttp2Client.PING)).isNotNull();
    }
}
