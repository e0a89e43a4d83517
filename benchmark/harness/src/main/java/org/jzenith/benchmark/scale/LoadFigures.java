package org.jzenith.benchmark.scale;

/**
 * The figures of one load.
 *
 * @param requests the number of responses
 * @param seconds the duration
 * @param instanceSeconds the processor time of all instances
 * @param databaseSeconds the processor time of PostgreSQL
 */
record LoadFigures(long requests, double seconds, double instanceSeconds, double databaseSeconds) {

    double perSecond() {
        return requests / seconds;
    }

    /** Returns the requests for each second of processor time that the instances have used. */
    double perInstanceSecond() {
        return requests / instanceSeconds;
    }

    double instanceMicros() {
        return instanceSeconds * 1e6 / requests;
    }

    double databaseMicros() {
        return databaseSeconds * 1e6 / requests;
    }
}
