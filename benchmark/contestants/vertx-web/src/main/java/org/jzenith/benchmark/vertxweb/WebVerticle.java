package org.jzenith.benchmark.vertxweb;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;

/** The server of one event loop, with a pipelining database client of its own. */
final class WebVerticle extends AbstractVerticle {

    private static final int DATABASE_CONNECTIONS = 4;

    @Override
    public void start(final Promise<Void> started) {
        final SqlClient client = PgBuilder.client()
                .using(vertx)
                .with(new PoolOptions().setMaxSize(DATABASE_CONNECTIONS))
                .connectingTo(Settings.database())
                .build();
        final Router router = Router.router(vertx);
        Features.add(vertx, router);
        new Greetings().add(router);
        new Worlds(client).add(router);
        new Fortunes(client).add(router);
        new Users(client).add(router);
        new Orders(client).add(router);
        vertx.createHttpServer(new HttpServerOptions()
                        .setTcpNoDelay(true)
                        .setTcpQuickAck(true)
                        .setTcpFastOpen(true))
                .requestHandler(router)
                .listen(Settings.port())
                .<Void>mapEmpty()
                .onComplete(started);
    }
}
