package org.jzenith.test.internal.junit;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Refuses a JUnit on the class path that the test kit does not work with, before JUnit looks for tests. JUnit's launcher finds
 * this class by its service file.
 */
public final class JUnitVersionsListener implements LauncherSessionListener {

    /** Made by JUnit's launcher. */
    public JUnitVersionsListener() {}

    @Override
    public void launcherSessionOpened(final LauncherSession session) {
        JUnitVersions.check();
    }
}
