package org.jzenith.jobs;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.LeaseUse;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.NamedConfigurations;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.jobs.internal.configuration.JobsConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin of the jobs.
 *
 * @param line the line that made the plugin
 */
record JobsPhases(List<Job> jobs, String line)
        implements Plugin,
                BackgroundWork,
                BindingRemedies,
                ConfigurationChecker,
                DefaultModules,
                GracefulShutdown,
                NamedConfigurations {

    private static final Logger LOGGER = LoggerFactory.getLogger(Jobs.class);

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(JobsConfiguration.class);
    }

    @Override
    public Map<String, Class<?>> namedConfigurations() {
        final Map<String, Class<?>> named = new LinkedHashMap<>();
        for (final Job job : jobs) {
            if (JobProblems.isName(job.name())) {
                named.put(
                        job.name(),
                        job.times() instanceof Job.Interval
                                ? JobsConfiguration.OfInterval.class
                                : JobsConfiguration.OfCron.class);
            }
        }
        return named;
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = JobProblems.of(jobs, configuration);
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    @Override
    public List<Module> modules() {
        return jobs.stream().anyMatch(Job::isOnOneInstance)
                ? List.of(new JobsModule(jobs), new LeasedJobsModule())
                : List.of(new JobsModule(jobs));
    }

    /** Returns the guard that lets all jobs run, which one of the application replaces. */
    @Override
    public List<Module> defaultModules() {
        return List.of(binder -> binder.bind(JobGuard.class).toInstance(job -> Single.just(true)));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(JobRunner.class, "Inject the JobRunner of the plugin; it runs the jobs of the plugin.");
    }

    /** Warns of a plugin without jobs. It is not a mistake, because an application may add them under a condition. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            requireLeases(injector);
            if (jobs.isEmpty()) {
                LOGGER.warn(
                        "The plugin '{}' has no job, so it does nothing. It comes from {}. Pass it a job, for "
                                + "example Jobs.of(Jobs.every(..)), or remove the plugin.",
                        name(),
                        line);
            }
        });
    }

    private void requireLeases(final Injector injector) {
        if (injector.getInstance(new Key<Set<LeaseStore>>() {}).isEmpty()) {
            final List<StartProblem> problems = jobs.stream()
                    .filter(Job::isOnOneInstance)
                    .map(job -> StartProblem.of("The job '" + job.name()
                                    + "' runs on one instance, but the application has no database to choose "
                                    + "the instance.")
                            .from(job.line())
                            .remedy(MissingPlugins.advice(LeaseStore.class.getName())
                                    + ". A database that named(..) adds is not enough."))
                    .toList();
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        }
    }

    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(injector.getInstance(JobRunner.class)::begin);
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(injector.getInstance(JobRunner.class)::announceStop);
    }

    /** Waits until no run is in progress, and disposes those that are left at the time limit. */
    @Override
    public Completable drain(final Injector injector) {
        final JZenithConfiguration times = injector.getInstance(JZenithConfiguration.class);
        return injector.getInstance(JobRunner.class).drain(times.stopDelay(), times.drainTimeout());
    }

    private static final class JobsModule extends AbstractModule {

        private final List<Job> jobs;

        JobsModule(final List<Job> jobs) {
            this.jobs = jobs;
        }

        @Override
        protected void configure() {
            OperatorTable.binder(binder()).addBinding().to(JobTable.class);
            for (final Job job : jobs) {
                final Class<?> type = job.type();
                if (type != null) {
                    // Guice reports a type that is not bound, with the line that added the job.
                    binder().withSource(job.line()).getProvider(type);
                }
            }
        }

        @Provides
        @Singleton
        JobRunner runner(final Injector injector, final Configuration configuration) {
            return new JobRunner(jobs, configuration, injector);
        }
    }

    /** Has the tables of leases created in the first database. */
    private static final class LeasedJobsModule extends AbstractModule {

        @ProvidesIntoSet
        LeaseUse use(final Set<LeaseStore> stores) {
            return new LeaseUse(
                    stores.stream().findFirst().map(LeaseStore::name).orElse(""), "jobs that run on one instance");
        }
    }
}
