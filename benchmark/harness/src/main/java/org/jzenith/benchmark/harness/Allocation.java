package org.jzenith.benchmark.harness;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jzenith.benchmark.process.BenchmarkException;

/** Counts what the threads of another JVM allocate, as the JVM itself counts. */
final class Allocation implements AutoCloseable {

    private final JMXConnector connector;
    private final ThreadMXBean threads;

    private Allocation(final JMXConnector connector, final ThreadMXBean threads) {
        this.connector = connector;
        this.threads = threads;
    }

    @SuppressWarnings("BanJNDI") // the address comes from a process that we started
    static Allocation of(final long pid) {
        try {
            final VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
            final String address;
            try {
                address = machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
            final JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            return new Allocation(
                    connector,
                    ManagementFactory.newPlatformMXBeanProxy(
                            connector.getMBeanServerConnection(),
                            ManagementFactory.THREAD_MXBEAN_NAME,
                            ThreadMXBean.class));
        } catch (final IOException | AttachNotSupportedException e) {
            throw new BenchmarkException(
                    "The allocations of process " + pid + " cannot be counted, so they are left out.", e);
        }
    }

    /** What all threads that live have allocated since they began. */
    long bytes() {
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (final IOException e) {
            throw new BenchmarkException("The management connection to a contestant cannot be closed.", e);
        }
    }
}
