package org.jzenith.core.observe;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.List;

/**
 * For plugins: a source of any number of gauges, such as one for each cache of the application.
 *
 * <pre>{@code
 * GaugeSource.binder(binder()).addBinding().to(MailQueues.class);
 * }</pre>
 */
public interface GaugeSource {

    /**
     * Returns the sources of the application, to which a module adds its own.
     *
     * @param binder the binder of the module
     * @return the set of sources
     */
    static Multibinder<GaugeSource> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, GaugeSource.class);
    }

    /**
     * Returns the gauges. May be called by several threads at the same time.
     *
     * @return the gauges that exist once the plugins are prepared; later ones are not shown
     */
    List<Gauge> gauges();
}
