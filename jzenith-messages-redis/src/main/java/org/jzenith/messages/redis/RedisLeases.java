package org.jzenith.messages.redis;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.RedisScript;

/**
 * Leases in Redis. Each group has a hash with its leases, and each owner a set with its groups. A term is at least the server's clock in
 * milliseconds, so terms rise even after the server has lost its data.
 */
final class RedisLeases implements LeaseStore {

    private static final String GROUP = "jzenith:messages:lease:";
    private static final String OWNER = "jzenith:messages:owner:";

    private static final String LEASES = """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local function text(number) return string.format('%%.0f', number) end
            local function parse(lease)
                local term, ends, done, owner = string.match(lease, %s)
                return tonumber(term), tonumber(ends), done, owner
            end
            local function lease(term, ends, done, owner)
                return text(term) .. ' ' .. text(ends) .. ' ' .. done .. ' ' .. owner
            end
            local none = '%s'
            local function keep(owner, length)
                redis.call('PEXPIRE', owner, text(math.max(tonumber(length), redis.call('PTTL', owner))))
            end
            """.formatted(LogScripts.LEASE, Long.MIN_VALUE);

    /**
     * Claims a lease. KEYS: the group, the owner. ARGV: slot, owner, length, occasion, group. Also deletes leases of the group that ended more
     * than a day ago.
     */
    private static final RedisScript CLAIM = RedisScript.of(LEASES + """
            local term, done = now, none
            local known = redis.call('HGET', KEYS[1], ARGV[1])
            if known then
                local before, ends, last = parse(known)
                if ends > now or tonumber(last) >= tonumber(ARGV[4]) then return false end
                term, done = math.max(before + 1, now), last
            end
            local all = redis.call('HGETALL', KEYS[1])
            redis.call('HSET', KEYS[1], ARGV[1], lease(term, now + tonumber(ARGV[3]), done, ARGV[2]))
            redis.call('SADD', KEYS[2], ARGV[5])
            keep(KEYS[2], ARGV[3])
            for i = 1, #all, 2 do
                local _, ends, last = parse(all[i + 1])
                if all[i] ~= ARGV[1] and last == none and math.abs(ends) < now - 86400000 then redis.call('HDEL', KEYS[1], all[i]) end
            end
            return {text(term), done}
            """);

    /**
     * Renews an owner's leases. KEYS: the owner. ARGV: owner, length, prefix of groups, groups. Returns group, slot, owner, term, 1 if the
     * lease is held, and occasion of each lease.
     */
    private static final RedisScript RENEW = RedisScript.of(LEASES + """
            local wanted, groups, found, renewed = {}, redis.call('SMEMBERS', KEYS[1]), {}, false
            for i = 4, #ARGV do wanted[ARGV[i]] = true end
            for _, group in ipairs(groups) do wanted[group] = wanted[group] or false end
            for group, all in pairs(wanted) do
                local leases = redis.call('HGETALL', ARGV[3] .. group)
                for i = 1, #leases, 2 do
                    local term, ends, done, owner = parse(leases[i + 1])
                    local held = ends > now
                    if held and owner == ARGV[1] then
                        redis.call('HSET', ARGV[3] .. group, leases[i], lease(term, now + tonumber(ARGV[2]), done, owner))
                        renewed = true
                    end
                    if all or owner == ARGV[1] then
                        found[#found + 1] = {group, leases[i], owner, text(term), held and 1 or 0, done}
                    end
                end
            end
            if renewed then keep(KEYS[1], ARGV[2]) end
            return found
            """);

    /** Releases a lease. KEYS: the group. ARGV: slot, owner, term, occasion. */
    private static final RedisScript RELEASE = RedisScript.of(LEASES + """
            local known = redis.call('HGET', KEYS[1], ARGV[1])
            if known then
                local term, ends, done, owner = parse(known)
                if text(term) == ARGV[3] and owner == ARGV[2] and ends > 0 then
                    if tonumber(ARGV[4]) > tonumber(done) then done = ARGV[4] end
                    redis.call('HSET', KEYS[1], ARGV[1], lease(term, -now, done, owner))
                end
            end
            return 1
            """);

    private final String name;
    private final RedisClient redis;

    RedisLeases(final String name, final RedisClient redis) {
        this.name = name;
        this.redis = redis;
    }

    /** Returns the key of a group's hash with leases. */
    static String key(final String group) {
        return GROUP + group;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Maybe<Lease> claim(
            final String group, final String slot, final String owner, final Duration length, final long occasion) {
        return redis.run(CLAIM, List.of(key(group), OWNER + owner), slot, owner, length.toMillis(), occasion, group)
                .filter(reply -> !reply.isNull())
                .map(RedisReply::list)
                .map(reply -> new Lease(
                        group,
                        slot,
                        owner,
                        reply.get(0).number(),
                        true,
                        reply.get(1).number()));
    }

    @Override
    public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
        final List<Object> arguments = new ArrayList<>(List.of(owner, length.toMillis(), GROUP));
        arguments.addAll(groups);
        return redis.run(RENEW, List.of(OWNER + owner), arguments.toArray())
                .map(reply -> reply.list().stream().map(RedisLeases::lease).toList());
    }

    private static Lease lease(final RedisReply reply) {
        final List<RedisReply> parts = reply.list();
        return new Lease(
                parts.get(0).text(),
                parts.get(1).text(),
                parts.get(2).text(),
                parts.get(3).number(),
                parts.get(4).number() == 1,
                parts.get(5).number());
    }

    @Override
    public Completable release(final Lease lease, final long occasion) {
        return redis.run(RELEASE, List.of(key(lease.group())), lease.slot(), lease.owner(), lease.term(), occasion)
                .ignoreElement();
    }

    @Override
    public Single<Instant> now() {
        return redis.command("TIME").map(reply -> {
            final List<RedisReply> parts = reply.list();
            return Instant.ofEpochSecond(parts.get(0).number(), parts.get(1).number() * 1_000);
        });
    }
}
