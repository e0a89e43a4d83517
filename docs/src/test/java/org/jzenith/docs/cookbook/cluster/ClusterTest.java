package org.jzenith.docs.cookbook.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.jzenith.docs.cookbook.Await;

/** The code of docs/cookbook/cluster.md: members in two processes, of which one is killed. */
final class ClusterTest {

    /** Infinispan 13 calls {@code Subject.getSubject}, which JDK 24 has removed. */
    @EnabledForJreRange(maxVersion = 23)
    @Test
    @Timeout(300)
    void membersExchangeEventsAndGoOnWhenOneIsKilled() throws IOException, InterruptedException {
        final int port;
        final int otherPort;
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = one.getLocalPort();
            otherPort = other.getLocalPort();
        }
        try (MemberProcess survivor = MemberProcess.start("survivor", port, otherPort)) {
            try (MemberProcess other = MemberProcess.start("other", otherPort, port)) {
                Await.until(() -> survivor.greets("other").equals("Hello Ann, other here."));
                Await.until(() -> other.greets("survivor").equals("Hello Ann, survivor here."));
            }
            Await.until(() -> survivor.greets("other").equals("NO_HANDLERS"));
            assertThat(survivor.greets("survivor")).isEqualTo("Hello Ann, survivor here.");
            try (MemberProcess successor = MemberProcess.start("other", otherPort, port)) {
                Await.until(() -> survivor.greets("other").equals("Hello Ann, other here."));
                Await.until(() -> successor.greets("survivor").equals("Hello Ann, survivor here."));
            }
            survivor.stop();
        }
    }
}
