package org.jzenith.docs.cookbook.cluster;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

/** An instance in its own JVM. It greets each member that a line of its input names, prints the reply, and stops when the input ends. */
final class ClusterMember {

    private ClusterMember() {}

    public static void main(final String... arguments) throws IOException {
        try (RunningApplication application = JZenith.application()
                .withPlugins(new ClusterPlugin(), new Greetings(arguments[0]))
                .run()) {
            System.out.println("> joined");
            final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String member = input.readLine(); member != null; member = input.readLine()) {
                System.out.println("> " + greet(application.get(Vertx.class), member));
            }
        }
    }

    private static String greet(final Vertx vertx, final String member) {
        return Greetings.greet(vertx, member, "Ann")
                .onErrorReturn(failure -> failure instanceof final ReplyException reply
                        ? reply.failureType().toString()
                        : String.valueOf(failure))
                .blockingGet();
    }
}
