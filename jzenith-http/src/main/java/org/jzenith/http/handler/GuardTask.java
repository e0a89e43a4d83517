package org.jzenith.http.handler;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import java.security.Principal;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;

/** Asks the guards of a listener, one after the other, about a request. Continues when all of them have let it pass. */
final class GuardTask implements RequestHandler.Task {

    /** A question to a guard. */
    @FunctionalInterface
    interface Question {

        Single<GuardDecision> ask(ListenerGuard guard, ServerRequest request);
    }

    private final Exchange exchange;
    private final Question question;
    private final Iterator<ListenerGuard> guards;
    private final Runnable passed;
    private final SerialDisposable running = new SerialDisposable();

    /** The check whose decision is awaited; null for none. Used on the event loop. */
    private @Nullable Check asked;

    GuardTask(
            final Exchange exchange, final Question question, final List<ListenerGuard> guards, final Runnable passed) {
        this.exchange = exchange;
        this.question = question;
        this.guards = guards.iterator();
        this.passed = passed;
    }

    @Override
    public void run() {
        while (guards.hasNext()) {
            final ListenerGuard guard = guards.next();
            final Single<GuardDecision> decision = Objects.requireNonNull(
                    question.ask(guard, exchange.request()),
                    () -> "The guard " + guard.getClass().getName() + " returned null.");
            if (decision != ListenerGuard.PASS) {
                final Check check = new Check();
                asked = check;
                decision.subscribe(check);
                return;
            }
        }
        passed.run();
    }

    /** Takes only the first decision of a guard, so that a second decision is not mistaken for the next guard's. */
    private final class Check implements SingleObserver<GuardDecision> {

        @Override
        public void onSubscribe(final Disposable check) {
            running.set(check);
        }

        @Override
        public void onSuccess(final GuardDecision decision) {
            take(() -> decided(decision));
        }

        @Override
        public void onError(final Throwable error) {
            take(() -> exchange.fail(error));
        }

        private void take(final Runnable decision) {
            exchange.execute(() -> {
                if (asked == this && !exchange.isFinished()) {
                    asked = null;
                    decision.run();
                }
            });
        }
    }

    private void decided(final GuardDecision decision) {
        try {
            decision.cookies().forEach(exchange.response()::addCookie);
            if (decision.isRefusal()) {
                exchange.response().refuse(decision);
                return;
            }
            final Principal principal = decision.principal();
            if (principal != null) {
                exchange.request().setPrincipal(principal);
                if (principal instanceof final Identity identity) {
                    exchange.context().setIdentity(identity);
                }
            }
            run();
        } catch (final Throwable e) {
            exchange.failOrRefuse(e);
        }
    }

    @Override
    public void deadlinePassed() {
        running.dispose();
        exchange.context().disposedIn("guard");
    }

    @Override
    public void finished(final RequestContext context) {
        running.dispose();
    }
}
