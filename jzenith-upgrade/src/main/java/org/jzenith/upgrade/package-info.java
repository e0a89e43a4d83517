/** For users: OpenRewrite recipes that change an application's code for a newer version of jZenith. */
@NullMarked
package org.jzenith.upgrade;

import org.jspecify.annotations.NullMarked;
