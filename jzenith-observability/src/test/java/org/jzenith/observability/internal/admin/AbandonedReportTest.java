package org.jzenith.observability.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.observability.AdminPlugin;
import org.jzenith.rest.RestPlugin;

/** A report whose client leaves before it has begun. Counting the objects pauses the application, so it is not done for nobody. */
final class AbandonedReportTest {

    /** Counts the clients that have left. */
    private record Left(Semaphore left) implements EventObserver<RequestEvent.Disposed> {

        @Override
        public Class<RequestEvent.Disposed> events() {
            return RequestEvent.Disposed.class;
        }

        @Override
        public void observe(final RequestEvent.Disposed event) {
            left.release();
        }
    }

    private static List<NotificationEmitter> collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(NotificationEmitter.class::cast)
                .toList();
    }

    private static int send(final URI operators, final String method, final String path) {
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(operators.resolve(path))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .join()
                .statusCode();
    }

    @Test
    void theObjectsAreNotCountedForAClientThatHasLeft() throws Exception {
        final Left observer = new Left(new Semaphore(0));
        final AtomicInteger counted = new AtomicInteger();
        final Semaphore collections = new Semaphore(0);
        final NotificationListener listener = (notification, nothing) -> {
            final String cause = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcCause();
            if (cause.equals("Heap Inspection Initiated GC")) {
                counted.incrementAndGet();
                collections.release();
            }
        };
        collectors().forEach(each -> each.addNotificationListener(listener, null, null));
        final CountDownLatch busy = new CountDownLatch(1);
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.named("admin"), AdminPlugin.create())
                .withModules(binder -> Observers.binder(binder).addBinding().toInstance(observer))
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.admin.port", 0)
                .run()) {
            final URI operators = application.endpoints().get("rest.admin");
            final AdminData data = application.injector().getInstance(AdminData.class);
            for (int thread = 0; thread < 2; thread++) {
                data.execute(() -> await(busy));
            }
            requestAndLeave(operators);
            assertThat(observer.left.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            // Another request of the same event loop: it has told the handler by now that the client has left.
            assertThat(send(operators, "GET", "/admin/")).isEqualTo(200);
            busy.countDown();
            assertThat(send(operators, "POST", "/admin/heap")).isEqualTo(200);
            assertThat(collections.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            assertThat(counted).hasValue(1);
        } finally {
            busy.countDown();
            for (final NotificationEmitter each : collectors()) {
                each.removeNotificationListener(listener);
            }
        }
    }

    private static void requestAndLeave(final URI operators) throws IOException {
        try (Socket socket = new Socket(operators.getHost(), operators.getPort())) {
            socket.getOutputStream()
                    .write(("POST /admin/heap HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
