package org.jzenith.benchmark.process;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The memory of another JVM, as it counts itself: what its threads allocate, and what its objects take. */
public final class JvmMemory implements AutoCloseable {

    private final JMXConnector connector;
    private final ThreadMXBean threads;
    private final MemoryMXBean memory;

    private JvmMemory(final JMXConnector connector, final ThreadMXBean threads, final MemoryMXBean memory) {
        this.connector = connector;
        this.threads = threads;
        this.memory = memory;
    }

    /**
     * Connects to a JVM.
     *
     * @param pid the id of its process
     * @return to be closed
     */
    @SuppressWarnings("BanJNDI") // the address comes from a process that we started
    public static JvmMemory of(final long pid) {
        // To attach sends a signal, which would end a program of another kind.
        if (!ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .orElse("")
                .endsWith("/java")) {
            throw new BenchmarkException("Process " + pid + " is not a JVM, so its memory is left out.");
        }
        try {
            final VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
            final String address;
            try {
                address = machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
            final JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            return new JvmMemory(
                    connector,
                    ManagementFactory.newPlatformMXBeanProxy(
                            connector.getMBeanServerConnection(),
                            ManagementFactory.THREAD_MXBEAN_NAME,
                            ThreadMXBean.class),
                    ManagementFactory.newPlatformMXBeanProxy(
                            connector.getMBeanServerConnection(),
                            ManagementFactory.MEMORY_MXBEAN_NAME,
                            MemoryMXBean.class));
        } catch (final IOException | AttachNotSupportedException e) {
            throw new BenchmarkException("The memory of process " + pid + " cannot be counted, so it is left out.", e);
        }
    }

    /**
     * Returns what all live threads have allocated since they began.
     *
     * @return in bytes
     */
    public long allocated() {
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    /**
     * Returns the memory of live objects, after a full collection.
     *
     * @return in MiB
     */
    public double liveHeap() {
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed() / (double) (1 << 20);
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
