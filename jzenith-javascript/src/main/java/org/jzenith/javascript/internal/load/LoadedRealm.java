package org.jzenith.javascript.internal.load;

import java.util.List;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.javascript.internal.realm.ScriptRealm;
import org.jzenith.javascript.internal.route.ScriptRoute;

/**
 * A realm with the files of a folder.
 *
 * @param realm has run the files
 * @param routes the routes that they have registered
 * @param problems the mistakes in the files
 */
public record LoadedRealm(ScriptRealm realm, MountRoutes<ScriptRoute> routes, List<StartProblem> problems) {}
