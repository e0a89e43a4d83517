package org.jzenith.core.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.OutOfScopeException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

final class RequestScopeTest {

    private final Injector injector = Guice.createInjector(new AbstractModule() {
        @Override
        protected void configure() {
            bindScope(RequestScoped.class, new RequestScope());
            bind(Basket.class);
        }
    });

    @Test
    void oneInstanceARequest() {
        final RequestContext first = RequestContext.create("1");
        final List<Basket> baskets = new ArrayList<>();
        first.run(() -> baskets.add(injector.getInstance(Basket.class)));
        first.run(() -> baskets.add(injector.getInstance(Basket.class)));
        RequestContext.create("2").run(() -> baskets.add(injector.getInstance(Basket.class)));
        assertThat(baskets.get(0)).isSameAs(baskets.get(1)).isNotSameAs(baskets.get(2));
    }

    @Test
    void outsideARequestTheErrorSaysWhatToDo() {
        assertThatThrownBy(() -> injector.getProvider(Basket.class).get())
                .hasRootCauseInstanceOf(OutOfScopeException.class)
                .hasStackTraceContaining("RequestContext.create(..).run(..)");
    }

    @Test
    void whatIsBoundToTheThreadComesAndGoesInPairsAndNests() {
        final List<String> log = new ArrayList<>();
        final RequestContext outer = RequestContext.create("outer", new Recorder("a", log), new Recorder("b", log));
        final RequestContext inner = RequestContext.create("inner", new Recorder("c", log));
        outer.run(() -> inner.run(() -> log.add(MDC.get(RequestContext.MDC_KEY))));
        assertThat(log).containsExactly("+a", "+b", "-b", "-a", "+c", "inner", "-c", "+a", "+b", "-b", "-a");
        assertThat(RequestContext.current()).isNull();
        assertThat(MDC.get(RequestContext.MDC_KEY)).isNull();
    }

    @Test
    void aBrokenCompanionLeavesNothingOnTheThread() {
        final RequestContext context = RequestContext.create("1", new ThreadLocalAccessor() {
            @Override
            public void enter() {
                throw new IllegalStateException("no");
            }

            @Override
            public void leave() {}
        });
        assertThatThrownBy(() -> context.run(() -> {})).hasMessage("no");
        assertThat(RequestContext.current()).isNull();
        assertThat(MDC.get(RequestContext.MDC_KEY)).isNull();
    }

    @Test
    void anExceptionLeavesNothingOnTheThread() {
        assertThatThrownBy(() -> RequestContext.create("1").run(() -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(RequestContext.current()).isNull();
        assertThat(MDC.get(RequestContext.MDC_KEY)).isNull();
    }

    @RequestScoped
    private static final class Basket {}

    private record Recorder(String name, List<String> log) implements ThreadLocalAccessor {
        @Override
        public void enter() {
            log.add("+" + name);
        }

        @Override
        public void leave() {
            log.add("-" + name);
        }
    }
}
