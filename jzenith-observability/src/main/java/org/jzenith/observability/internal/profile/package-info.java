/**
 * Internal: profiles of the running application, by async-profiler where it is on the class path, otherwise by the JDK Flight Recorder.
 */
@NullMarked
package org.jzenith.observability.internal.profile;

import org.jspecify.annotations.NullMarked;
