package org.jzenith.docs;

import com.google.inject.Module;
import com.google.inject.Provider;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.ForbiddenException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jzenith.core.Plugin;
import org.jzenith.core.context.RequestScoped;
import org.jzenith.rest.RestContribution;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;

/** Finds the tenant of requests for methods with {@code @ForTenant}. */
public final class TenantPlugin implements Plugin {

    /** Marks a resource method or class that answers for one tenant. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    public @interface ForTenant {}

    /** The tenant of a request. */
    @RequestScoped
    public static final class Tenant {

        private String name = "";

        @Inject
        Tenant() {}

        public String name() {
            return name;
        }
    }

    private final Function<String, Maybe<String>> tenants;

    /** Creates the plugin with the search for the name of a tenant by its key. */
    public TenantPlugin(final Function<String, Maybe<String>> tenants) {
        this.tenants = tenants;
    }

    @Override
    public String name() {
        return "tenant";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    // region contribution
    @Override
    public List<Module> modules() {
        return List.of(binder -> {
            binder.bind(Tenant.class);
            final Step step =
                    new FindTenant(tenants, binder.getProvider(Tenant.class));
            RestContribution.create()
                    .withSteps(steps -> {
                        if (steps.method().annotation(ForTenant.class) != null) {
                            steps.add(StepPhase.AUTHORIZE, step);
                        }
                    })
                    .bind(binder);
        });
    }
    // endregion

    private record FindTenant(Function<String, Maybe<String>> tenants, Provider<Tenant> found) implements Step {

        // region run
        @Override
        public boolean run(final Invocation invocation) {
            final String key =
                    invocation.exchange().request().headers().get("X-Tenant");
            if (key == null) {
                throw new BadRequestException("Send the header X-Tenant.");
            }
            final Tenant tenant = found.get();
            invocation.suspendUntil(tenants.apply(key)
                    .switchIfEmpty(Single.error(
                            () -> new ForbiddenException("There is no such tenant.")))
                    .doOnSuccess(name -> tenant.name = name)
                    .ignoreElement());
            return false;
        }
        // endregion

        @Override
        public String description() {
            return "find tenant of X-Tenant";
        }
    }
}
