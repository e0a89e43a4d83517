package org.jzenith.test.internal.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class UnreliableProxyTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void itsPortStaysTakenWhileItIsShut() throws IOException {
        try (ServerSocket target = new ServerSocket(0, 1, LOOPBACK);
                UnreliableProxy proxy = new UnreliableProxy(target.getLocalPort())) {
            proxy.shut();
            proxy.shut();
            try (ServerSocket other = new ServerSocket()) {
                other.setReuseAddress(false);
                assertThatThrownBy(() -> other.bind(new InetSocketAddress(LOOPBACK, proxy.port())))
                        .isInstanceOf(BindException.class);
            }
            assertThatThrownBy(() -> new Socket(LOOPBACK, proxy.port())).isInstanceOf(ConnectException.class);
            proxy.reopen(target.getLocalPort());
            try (Socket client = new Socket(LOOPBACK, proxy.port());
                    Socket passed = target.accept()) {
                client.getOutputStream().write(7);
                assertThat(passed.getInputStream().read()).isEqualTo(7);
            }
        }
    }
}
