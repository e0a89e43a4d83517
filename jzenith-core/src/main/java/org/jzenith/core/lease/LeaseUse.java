package org.jzenith.core.lease;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;

/**
 * For plugins: declares that a plugin needs leases. The named store then creates the objects that leases need, such as a table. Startup
 * fails if they are missing.
 *
 * <pre>{@code
 * LeaseUse.binder(binder()).addBinding().toInstance(new LeaseUse("postgresql", "the outbox"));
 * }</pre>
 *
 * @param store the {@link LeaseStore#name} of the store
 * @param purpose the work that needs leases, for messages
 */
public record LeaseUse(String store, String purpose) {

    /**
     * Returns the set to which a module adds its use.
     *
     * @param binder the binder of the module
     * @return the uses of the application
     */
    public static Multibinder<LeaseUse> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, LeaseUse.class);
    }
}
