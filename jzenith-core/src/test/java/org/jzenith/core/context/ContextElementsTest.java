package org.jzenith.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.rx.RxFuture;
import org.slf4j.MDC;

/** Two plugins contribute what follows a request: a user for the whole of it, and a span that changes on the way. */
final class ContextElementsTest {

    private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable String> SPAN = new ThreadLocal<>();

    /** An element that does not change during a request, so the request keeps it. */
    private static final class UserElement implements ContextElement<Object> {

        @Override
        public @Nullable Object capture(final RequestContext request) {
            return null;
        }

        @Override
        public void enter(final RequestContext request, final @Nullable Object captured) {
            final Object user = request.scopedIfPresent("user");
            if (user != null) {
                USER.set(user.toString());
            }
        }

        @Override
        public void leave(final RequestContext request) {
            USER.remove();
        }
    }

    /** Captured where work moves; shown in the MDC. */
    private static final class SpanElement implements ContextElement<String> {

        @Override
        public List<String> mdcKeys() {
            return List.of("span");
        }

        @Override
        public @Nullable String capture(final RequestContext request) {
            return SPAN.get();
        }

        @Override
        public void enter(final RequestContext request, final @Nullable String captured) {
            final String span = captured == null ? "root of " + request.id() : captured;
            SPAN.set(span);
            MDC.put("span", span);
        }

        @Override
        public void leave(final RequestContext request) {
            SPAN.remove();
        }
    }

    private record ElementPlugin(String name, ContextElement<?> element) implements Plugin, ListenerOpener {

        @Override
        public List<Module> modules() {
            return List.of(new AbstractModule() {
                @Override
                protected void configure() {
                    ContextElements.binder(binder()).addBinding().toInstance(element);
                }
            });
        }

        @Override
        public Completable open(final Injector injector) {
            return Completable.complete();
        }
    }

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private RunningApplication application;
    private RequestContext request;

    @BeforeEach
    void start() {
        application = JZenith.application()
                .withPlugins(
                        new ElementPlugin("security", new UserElement()), new ElementPlugin("trace", new SpanElement()))
                .run();
        request = application.get(ContextElements.class).create("r-1");
        request.scoped("user", () -> "ann");
    }

    @AfterEach
    void nothingIsLeftOnThisThread() {
        application.stop();
        executor.shutdownNow();
        assertThat(USER.get()).isNull();
        assertThat(SPAN.get()).isNull();
    }

    private void look(final String where) {
        seen.add(where + ": " + USER.get() + ", " + SPAN.get());
    }

    @Test
    void elementsAreEnteredAndLeft() {
        request.run(() -> look("inside"));
        look("outside");
        assertThat(seen).containsExactly("inside: ann, root of r-1", "outside: null, null");
    }

    @Test
    void theirMdcEntriesAreTheirOwnAndThoseOfTheApplicationFollow() throws Exception {
        final List<Map<String, String>> logging = new CopyOnWriteArrayList<>();
        final List<ContextSnapshot> snapshots = new ArrayList<>();
        request.run(() -> {
            MDC.put("order", "17");
            SPAN.set("query");
            snapshots.add(ContextSnapshot.capture());
            logging.add(MDC.getCopyOfContextMap());
        });
        executor.submit(() -> snapshots.get(0).run(() -> logging.add(MDC.getCopyOfContextMap())))
                .get();
        assertThat(logging)
                .containsExactly(
                        Map.of("requestId", "r-1", "span", "root of r-1", "order", "17"),
                        Map.of("requestId", "r-1", "span", "query", "order", "17"));
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void elementsFollowThroughRxSchedulers() {
        final List<Single<Integer>> flows = new ArrayList<>();
        request.run(() -> {
            SPAN.set("query");
            flows.add(Single.fromCallable(() -> {
                        look("io");
                        SPAN.set("inner");
                        return 1;
                    })
                    .subscribeOn(Schedulers.io())
                    .observeOn(Schedulers.computation())
                    .doOnSuccess(value -> look("computation"))
                    .cache());
            flows.get(0).subscribe(new TestObserver<>());
        });
        flows.get(0).test().awaitDone(20, TimeUnit.SECONDS).assertValue(1);
        assertThat(seen).containsExactly("io: ann, query", "computation: ann, inner");
    }

    @Test
    void elementsFollowIntoBlockingWorkAndBack() throws Exception {
        final Context loop = application.get(Vertx.class).getOrCreateContext();
        final CompletableFuture<Integer> done = new CompletableFuture<>();
        loop.runOnContext(none -> request.run(() -> {
            SPAN.set("scan");
            application
                    .get(Blocking.class)
                    .single(() -> {
                        look("blocking");
                        return 1;
                    })
                    .doOnSuccess(value -> {
                        look("event loop " + (Vertx.currentContext() == loop));
                        done.complete(value);
                    })
                    .subscribe(new TestObserver<>());
        }));
        assertThat(done.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(seen).containsExactly("blocking: ann, scan", "event loop true: ann, scan");
    }

    @Test
    void elementsFollowThroughCompletionStages() throws Exception {
        final CompletableFuture<String> elsewhere = new CompletableFuture<>();
        final List<CompletableFuture<?>> stages = new ArrayList<>();
        final CompletableFuture<String> last = new CompletableFuture<>();
        request.run(() -> {
            SPAN.set("call");
            stages.add(elsewhere.thenAcceptAsync(text -> look("stage"), RequestContext.wrap(executor)));
            RxFuture.single(() -> Future.fromCompletionStage(elsewhere))
                    .doOnSuccess(text -> {
                        look("rx");
                        last.complete(text);
                    })
                    .subscribe(new TestObserver<>());
        });
        final Thread completes = new Thread(() -> elsewhere.complete("x"));
        completes.start();
        assertThat(last.get(20, TimeUnit.SECONDS)).isEqualTo("x");
        stages.get(0).get(20, TimeUnit.SECONDS);
        assertThat(seen).containsExactlyInAnyOrder("stage: ann, call", "rx: ann, call");
        executor.submit(() -> look("later")).get(20, TimeUnit.SECONDS);
        assertThat(seen).contains("later: null, null");
    }

    @Test
    void aPartOfARequestHasElementsOfItsOwn() {
        request.run(() -> {
            SPAN.set("outer");
            final ContextSnapshot outside = ContextSnapshot.capture();
            ContextSnapshot.runApart(outside, () -> {
                SPAN.set("part");
                look("part");
                ContextSnapshot.runApart(outside, () -> look("its caller"));
                look("part again");
            });
            look("after it");
        });
        assertThat(seen)
                .containsExactly(
                        "part: ann, part", "its caller: ann, outer", "part again: ann, part", "after it: ann, outer");
    }

    @Test
    void anElementThatIsNotUsedIsLeftOut() {
        final ContextElement<Object> unused = new ContextElement<>() {
            @Override
            public boolean isUsed() {
                return false;
            }

            @Override
            public Object capture(final RequestContext of) {
                throw new AssertionError("It is not used.");
            }

            @Override
            public void enter(final RequestContext of, final @Nullable Object captured) {
                throw new AssertionError("It is not used.");
            }

            @Override
            public void leave(final RequestContext of) {
                throw new AssertionError("It is not used.");
            }
        };
        new ContextElements(Set.of(unused)).create("r-3").run(() -> look("inside"));
        assertThat(seen).containsExactly("inside: null, null");
    }

    @Test
    void aNestedRequestBringsItsOwnAndTheOuterOneComesBack() {
        final RequestContext inner = application.get(ContextElements.class).create("r-2");
        request.run(() -> {
            SPAN.set("outer");
            inner.run(() -> look("inner"));
            look("outer");
        });
        assertThat(seen).containsExactly("inner: null, root of r-2", "outer: ann, outer");
    }

    @Test
    void aContextWithoutElementsEntersNone() {
        RequestContext.create("r-3").run(() -> look("plain"));
        assertThat(seen).containsExactly("plain: null, null");
    }
}
