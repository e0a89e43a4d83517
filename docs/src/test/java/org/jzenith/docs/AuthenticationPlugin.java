package org.jzenith.docs;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.Principal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;

/** Asks for the credentials of one of several mechanisms on the listener of {@code RestPlugin}. */
public final class AuthenticationPlugin implements Plugin {

    /** One kind of credentials: a header, what its value begins with, its challenge, and the search for the user. */
    public record Mechanism(String header, String prefix, String challenge, Function<String, Maybe<Principal>> users) {

        /** HTTP basic authentication (RFC 7617). */
        public static Mechanism basic(final Map<String, String> passwords) {
            return new Mechanism(
                    "Authorization",
                    "Basic ",
                    "Basic realm=\"shop\", charset=\"UTF-8\"",
                    value -> Maybe.<Principal>fromCallable(() -> {
                                final byte[] decoded = Base64.getDecoder().decode(value);
                                final String[] parts = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
                                final String password = parts.length < 2 ? null : passwords.get(parts[0]);
                                return password != null && isSame(password, parts[1]) ? () -> parts[0] : null;
                            })
                            .onErrorComplete(IllegalArgumentException.class::isInstance)); // not Base64
        }

        /** A key in a header of its own. */
        public static Mechanism apiKey(final Function<String, Maybe<Principal>> users) {
            return new Mechanism("X-Api-Key", "", "ApiKey realm=\"shop\"", users);
        }

        private static boolean isSame(final String expected, final String actual) {
            return MessageDigest.isEqual(
                    expected.getBytes(StandardCharsets.UTF_8), actual.getBytes(StandardCharsets.UTF_8));
        }

        private Stream<Maybe<Principal>> sentIn(final ServerRequest request) {
            return request.headers().getAll(header).stream()
                    .map(value -> value + " ") // of "Basic " without credentials, HTTP leaves "Basic"
                    .filter(value -> value.regionMatches(true, 0, prefix, 0, prefix.length()))
                    .map(value -> users.apply(value.substring(prefix.length()).strip()));
        }
    }

    private final List<Mechanism> mechanisms;
    private final GuardDecision refusal;

    /** Creates the plugin with its mechanisms. */
    public AuthenticationPlugin(final Mechanism... mechanisms) {
        this.mechanisms = List.of(mechanisms);
        this.refusal = GuardDecision.refuse(401, "Send valid credentials of one kind.")
                .withHeader(
                        "WWW-Authenticate",
                        Arrays.stream(mechanisms).map(Mechanism::challenge).collect(Collectors.joining(", ")));
    }

    @Override
    public String name() {
        return "authentication";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    // region guard
    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                ListenerGuard.binder(binder()).addBinding().toInstance(AuthenticationPlugin.this::check);
            }
        });
    }

    private Single<GuardDecision> check(final ServerRequest request) {
        final List<Maybe<Principal>> sent =
                mechanisms.stream().flatMap(each -> each.sentIn(request)).toList();
        return sent.size() == 1 ? sent.get(0).map(GuardDecision::passAs).toSingle(refusal) : Single.just(refusal);
    }
    // endregion
}
