package org.jzenith.http.handler;

import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import java.security.Principal;
import java.util.Iterator;
import java.util.Objects;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.write.ResponseHead;

/** Asks the guards of a listener about one request, one after the other, and goes on when all have let it pass. */
final class GuardCall implements RequestHandler.Call, SingleObserver<GuardDecision> {

    private final Exchange exchange;
    private final Iterator<ListenerGuard> guards;
    private final Runnable passed;
    private final SerialDisposable running = new SerialDisposable();

    GuardCall(final Exchange exchange, final Iterator<ListenerGuard> guards, final Runnable passed) {
        this.exchange = exchange;
        this.guards = guards;
        this.passed = passed;
    }

    @Override
    public void run() {
        if (guards.hasNext()) {
            final ListenerGuard guard = guards.next();
            Objects.requireNonNull(
                            guard.check(exchange.request()),
                            () -> "The guard " + guard.getClass().getName() + " returned null.")
                    .subscribe(this);
        } else {
            passed.run();
        }
    }

    @Override
    public void onSubscribe(final Disposable check) {
        running.set(check);
    }

    @Override
    public void onSuccess(final GuardDecision decision) {
        exchange.execute(() -> {
            if (!exchange.isFinished()) {
                decided(decision);
            }
        });
    }

    private void decided(final GuardDecision decision) {
        try {
            if (decision.isRefusal()) {
                exchange.response().answer(ResponseHead.of(decision.status(), decision.headers()), decision.detail());
                return;
            }
            final Principal principal = decision.principal();
            if (principal != null) {
                exchange.request().setPrincipal(principal);
            }
            run();
        } catch (final Throwable e) {
            exchange.failOrRefuse(e);
        }
    }

    @Override
    public void onError(final Throwable error) {
        exchange.execute(() -> {
            if (!exchange.isFinished()) {
                exchange.fail(error);
            }
        });
    }

    @Override
    public void deadlinePassed() {
        running.dispose();
        exchange.context().disposedIn("guard");
    }

    @Override
    public void finished(final RequestContext context, final boolean atOnce) {
        running.dispose();
    }
}
