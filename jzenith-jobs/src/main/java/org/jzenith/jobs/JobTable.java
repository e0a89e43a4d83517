package org.jzenith.jobs;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.core.observe.OperatorTable;

/** The jobs on the operators' page, where each can be started. */
final class JobTable implements OperatorTable {

    private static final String START = "start";

    private final JobRunner jobs;

    @Inject
    JobTable(final JobRunner jobs) {
        this.jobs = jobs;
    }

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public String title() {
        return "Start a job";
    }

    @Override
    public List<String> columns() {
        return List.of("job", "runs");
    }

    @Override
    public List<Action> actions() {
        return List.of(new Action(START, false));
    }

    @Override
    public Single<List<Row>> rows() {
        return Single.fromCallable(jobs::rows);
    }

    @Override
    public Completable run(final String action, final String row) {
        return Completable.fromAction(() -> jobs.start(row));
    }
}
