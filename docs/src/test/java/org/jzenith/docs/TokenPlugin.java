package org.jzenith.docs;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;

/** Asks for a token on the listener of {@code RestPlugin}, except for health. */
public final class TokenPlugin implements Plugin {

    private static final GuardDecision UNKNOWN =
            GuardDecision.refuse(401, "Send a valid token.").withHeader("WWW-Authenticate", "Bearer");

    private final Function<String, Maybe<Principal>> users;

    /** Creates the plugin with what finds the user of a token. */
    public TokenPlugin(final Function<String, Maybe<Principal>> users) {
        this.users = users;
    }

    @Override
    public String name() {
        return "token";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                ListenerGuard.binder(binder()).addBinding().toInstance(TokenPlugin.this::check);
            }
        });
    }

    private Single<GuardDecision> check(final ServerRequest request) {
        if (request.path().equals("/health")) {
            return Single.just(GuardDecision.pass());
        }
        final String field = request.headers().get("Authorization");
        return field == null || !field.startsWith("Bearer ")
                ? Single.just(UNKNOWN)
                : users.apply(field.substring(7)).map(GuardDecision::passAs).toSingle(UNKNOWN);
    }
}
