/** Internal. The settings of jobs, which start with the name of the plugin and that of the job. */
@NullMarked
package org.jzenith.jobs.internal.configuration;

import org.jspecify.annotations.NullMarked;
