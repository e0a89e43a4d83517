package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.core.interception.jaxrs.SuspendableContainerRequestContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.test.internal.log.LogLines;

/** A step of a user's own answers, suspends the request or lets it go on. */
final class StepProviderTest {

    private static final int RESUMED_STEPS = 5;

    private static final CountDownLatch DISPOSED = new CountDownLatch(1);

    private static RunningServer server;

    private static volatile AsyncResponse waiting;

    @Path("/")
    @Produces("text/plain")
    public static final class Stepped {

        @GET
        @Path("event-loop/{work}")
        public String onEventLoop(@PathParam("work") final String work) {
            return work + " on " + Thread.currentThread().getName();
        }

        @GET
        @Path("worker/{work}")
        @Blocking
        public String onWorker(@PathParam("work") final String work) {
            return work + " on " + Thread.currentThread().getName();
        }

        @GET
        @Path("slow/never")
        @Deadline("500ms")
        public String slow() {
            return "not called";
        }

        @GET
        @Path("result/{work}")
        public void result(@PathParam("work") final String work, @Suspended final AsyncResponse response) {
            if (work.equals("first")) {
                response.resume("the result");
            } else {
                waiting = response;
            }
        }

        @GET
        @Path("resumed/{step}")
        public String resumed() {
            return "called";
        }

        @GET
        @Path("limited")
        @Deadline("100ms")
        public String limited() {
            return "not called";
        }

        @GET
        @Path("validated/later")
        @Blocking
        public String validated() {
            return "not called";
        }
    }

    /** Resumes the request each time it is told to. */
    @PreMatching
    static final class SuspendingFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getUriInfo().getPath().contains("resumed/")) {
                final SuspendableContainerRequestContext suspended = (SuspendableContainerRequestContext) request;
                suspended.suspend();
                request.setProperty("resume", (Runnable) suspended::resume);
                Schedulers.io().scheduleDirect(suspended::resume);
            }
        }
    }

    private static void addTo(final MethodSteps steps) {
        if (steps.method().getResourceMethod().getName().equals("resumed")) {
            for (int i = 0; i < RESUMED_STEPS; i++) {
                final String step = "/" + i;
                steps.add(StepPhase.LIMIT, invocation -> resumeAgain(invocation, step));
            }
            return;
        }
        if (steps.method().getResourceMethod().getName().equals("result")) {
            steps.add(StepPhase.RETURNED, StepProviderTest::check);
            return;
        }
        if (steps.method().getResourceMethod().getName().equals("limited")) {
            steps.add(StepPhase.LIMIT, invocation -> {
                invocation.suspendUntil(Completable.never());
                return false;
            });
            return;
        }
        final boolean validated = steps.method().getResourceMethod().getName().equals("validated");
        steps.add(validated ? StepPhase.VALIDATE : StepPhase.AUTHORIZE, StepProviderTest::step);
    }

    /** The method has its result before the work has completed. */
    private static boolean check(final Invocation invocation) {
        final boolean isFirst = invocation.exchange().request().path().endsWith("/first");
        invocation.suspendUntil(Completable.fromAction(() -> {
                    if (!isFirst) {
                        waiting.resume("the result");
                    }
                })
                .subscribeOn(Schedulers.io())
                .andThen(isFirst ? Completable.complete() : Completable.error(new ForbiddenException())));
        return false;
    }

    private static boolean resumeAgain(final Invocation invocation, final String step) {
        if (!invocation.exchange().request().path().endsWith(step)) {
            return true;
        }
        final Runnable resume =
                (Runnable) ((RestInvocation) invocation).request().getAttribute("resume");
        invocation.suspendUntil(Completable.fromAction(resume::run)
                .subscribeOn(Schedulers.io())
                .andThen(Completable.error(new ForbiddenException("It goes no further."))));
        return false;
    }

    private static boolean step(final Invocation invocation) {
        final String path = invocation.exchange().request().path();
        final String work = path.substring(path.lastIndexOf('/') + 1);
        if (work.equals("answered")) {
            invocation.respond(Response.status(410).entity("gone").build());
        } else if (work.equals("goes-on")) {
            invocation.suspendUntil(Completable.never());
            return true;
        } else {
            if (work.equals("twice")) {
                invocation.suspendUntil(Completable.never());
            }
            invocation.suspendUntil(
                    switch (work) {
                        case "now" -> Completable.complete();
                        case "later" -> Completable.complete().subscribeOn(Schedulers.io());
                        case "failed" -> Completable.error(new NotFoundException("No such thing."));
                        case "failed-later" ->
                            Completable.error(new NotFoundException("No such thing."))
                                    .subscribeOn(Schedulers.io());
                        default -> Completable.never().doOnDispose(DISPOSED::countDown);
                    });
        }
        return false;
    }

    @BeforeAll
    static void start() {
        final Module steps = binder ->
                RestContribution.create().withSteps(StepProviderTest::addTo).bind(binder);
        server = RunningServer.of(RestPlugin.withResources(Stepped.class).withProviders(SuspendingFilter.class), steps);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"now", "later"})
    void theRequestGoesOnWhenTheWorkHasCompleted(final String work) {
        assertThat(server.get("/event-loop/" + work).body())
                .startsWith(work + " on ")
                .contains("eventloop");
        assertThat(server.get("/worker/" + work).body())
                .startsWith(work + " on ")
                .doesNotContain("eventloop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed", "failed-later"})
    void anErrorOfTheWorkFailsTheRequest(final String work) {
        final RunningServer.Answer failed = server.get("/event-loop/" + work);
        assertThat(failed.status()).isEqualTo(404);
        assertThat(failed.json().path("detail").asText()).isEqualTo("No such thing.");
        assertThat(server.get("/worker/" + work).status()).isEqualTo(404);
    }

    @Test
    void aStepAnswersInPlaceOfTheMethod() {
        final RunningServer.Answer answered = server.get("/event-loop/answered");
        assertThat(answered.status()).isEqualTo(410);
        assertThat(answered.body()).isEqualTo("gone");
        assertThat(server.get("/worker/answered").status()).isEqualTo(410);
    }

    @ParameterizedTest
    @CsvSource({
        "goes-on, has suspended the request, but returned true. Return false after suspendUntil(..).",
        "twice, A step suspended the request twice"
    })
    void aRequestDoesNotPassAStepThatSuspendsItWrongly(final String work, final String message) throws Exception {
        try (LogLines log = LogLines.of("org.jzenith")) {
            assertThat(server.get("/event-loop/" + work).status()).isEqualTo(500);
            assertThat(log.next(event -> event.getThrowableProxy() != null)
                            .getThrowableProxy()
                            .getMessage())
                    .contains(message)
                    .contains("Stepped.onEventLoop");
        }
    }

    @Test
    void aFilterThatResumesTheRequestAgainDoesNotResumeAStep() {
        for (int i = 0; i < RESUMED_STEPS; i++) {
            assertThat(server.get("/resumed/" + i).status()).isEqualTo(403);
        }
    }

    @Test
    void theResultOfTheMethodWaitsForTheStepBehindIt() {
        assertThat(server.get("/result/first").body()).isEqualTo("the result");
        assertThat(server.get("/result/later").status()).isEqualTo(403);
    }

    @Test
    void theDeadlineDisposesTheWork() throws InterruptedException {
        assertThat(server.get("/slow/never").status()).isEqualTo(503);
        assertThat(DISPOSED.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theDeadlineHoldsForAStepOfTheFirstPhase() {
        assertThat(server.get("/limited").status()).isEqualTo(503);
    }

    @Test
    void aWorkerThreadIsNotSuspended() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith")) {
            assertThat(server.get("/validated/later").status()).isEqualTo(500);
            assertThat(log.next(event -> event.getThrowableProxy() != null)
                            .getThrowableProxy()
                            .getMessage())
                    .contains("Stepped.validated is blocking");
        }
    }
}
