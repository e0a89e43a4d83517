/**
 * For users: scheduled jobs, by interval or cron expression.
 *
 * <p>{@link org.jzenith.jobs.Jobs} makes the plugin that an application adds, and its jobs; {@link
 * org.jzenith.jobs.JobRunner} runs one of them at once. A run has its own request context, on an event loop.
 */
@NullMarked
package org.jzenith.jobs;

import org.jspecify.annotations.NullMarked;
