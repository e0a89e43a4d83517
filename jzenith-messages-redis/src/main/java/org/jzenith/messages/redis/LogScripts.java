package org.jzenith.messages.redis;

import org.jzenith.redis.RedisScript;

/**
 * The Lua scripts of logs, for Redis 6.0 and newer. {@code KEYS[1]} is the hash of a topic, {@code ARGV[1]} the incarnation that this instance
 * knows. The id of a stream entry is the message's position and its number in the partition. Numbers in Lua are exact up to 2^53. A position is
 * at least the server's clock in microseconds, so a server that has lost its last writes does not assign a position twice.
 */
final class LogScripts {

    /** The error code for a topic that does not exist. */
    static final String NO_TOPIC = "NOTOPIC";

    static final String OTHER_TOPIC = "OTHERTOPIC";
    static final String TERM_ENDED = "TERMENDED";

    /**
     * A lease is {@code term end occasion owner}. The end is in milliseconds of the server's clock, and negative if the lease was released. The
     * occasion is the highest one that is done.
     */
    static final String LEASE = "'^(%d+) (%-?%d+) (%-?%d+) (.*)$'";

    private static final String CHECK = """
            local incarnation = redis.call('HGET', KEYS[1], 'incarnation')
            if not incarnation then return redis.error_reply('NOTOPIC the topic is lost') end
            if incarnation ~= ARGV[1] then return redis.error_reply('OTHERTOPIC the topic was created again') end
            local function text(number) return string.format('%.0f', number) end
            local function position(entry) return tonumber(string.match(entry[1], '^%d+')) end
            local function number(entry) return tonumber(string.match(entry[1], '%d+$')) end
            local function micros()
                local time = redis.call('TIME')
                return time[1] * 1000000 + time[2]
            end
            """;

    /**
     * Opens a topic. KEYS: the topic. ARGV: the number of partitions, an incarnation for a new topic. Returns the topic's partitions and
     * incarnation, and 1 if the topic is new.
     */
    static final RedisScript OPEN = RedisScript.of("""
            local known = redis.call('HMGET', KEYS[1], 'partitions', 'incarnation')
            if known[1] and known[2] then return {known[1], known[2], 0} end
            redis.call('HSET', KEYS[1], 'partitions', ARGV[1], 'incarnation', ARGV[2], 'last', 0, 'trimmed', 0)
            return {ARGV[1], ARGV[2], 1}
            """);

    /**
     * Appends messages. KEYS: the topic, its fences, its partitions. ARGV: incarnation, channel, lease of the fence or an empty text, term. For
     * each message ARGV also has the index of its partition in KEYS, id, time, headers, body, 1 if it has a key, key. Only the first write can
     * fail with OOM.
     */
    static final RedisScript APPEND = RedisScript.of(CHECK + """
            if ARGV[3] ~= '' then
                local highest = tonumber(redis.call('HGET', KEYS[2], ARGV[3]) or '0')
                local term = tonumber(ARGV[4])
                if highest > term then return redis.error_reply('TERMENDED the term has ended') end
                if highest < term then redis.call('HSET', KEYS[2], ARGV[3], ARGV[4]) end
            end
            local last = math.max(tonumber(redis.call('HGET', KEYS[1], 'last')), micros() - 1)
            redis.call('HSET', KEYS[1], 'last', text(last + (#ARGV - 4) / 7))
            for i = 5, #ARGV, 7 do
                last = last + 1
                local stream = KEYS[tonumber(ARGV[i])]
                local id = text(last) .. '-' .. redis.call('HINCRBY', KEYS[1], stream, 1)
                if ARGV[i + 5] == '1' then
                    redis.call('XADD', stream, id,
                        'id', ARGV[i + 1], 'time', ARGV[i + 2], 'headers', ARGV[i + 3], 'body', ARGV[i + 4], 'key', ARGV[i + 6])
                else
                    redis.call('XADD', stream, id,
                        'id', ARGV[i + 1], 'time', ARGV[i + 2], 'headers', ARGV[i + 3], 'body', ARGV[i + 4])
                end
            end
            redis.pcall('PUBLISH', ARGV[2], '')
            return 1
            """);

    /**
     * Reads messages. KEYS: the topic, partitions. ARGV: incarnation, most, most bytes, and for each partition the position to read after. The
     * script merges the partitions. It first reads one message of each, then twice as many as before. Returns index, id and fields of each
     * message.
     */
    static final RedisScript READ = RedisScript.of(CHECK + """
            local most, room = tonumber(ARGV[2]), tonumber(ARGV[3])
            local pages, nexts, sizes, heads, from = {}, {}, {}, {}, {}
            local function read(i)
                pages[i] = redis.call('XRANGE', KEYS[i + 1], from[i], '+', 'COUNT', sizes[i])
                nexts[i] = 1
                heads[i] = pages[i][1] and position(pages[i][1])
            end
            for i = 1, #KEYS - 1 do
                sizes[i] = 1
                from[i] = text(tonumber(ARGV[i + 3]) + 1)
                read(i)
            end
            local found = {}
            while #found < most do
                local best
                for i = 1, #KEYS - 1 do
                    if heads[i] and (not best or heads[i] < heads[best]) then best = i end
                end
                if not best then break end
                local entry = pages[best][nexts[best]]
                for _, field in ipairs(entry[2]) do room = room - #field end
                if #found > 0 and room < 0 then break end
                found[#found + 1] = {best, entry[1], entry[2]}
                nexts[best] = nexts[best] + 1
                local following = pages[best][nexts[best]]
                if following then
                    heads[best] = position(following)
                elseif #pages[best] < sizes[best] then
                    heads[best] = nil
                else
                    from[best] = text(heads[best] + 1)
                    sizes[best] = math.min(32, sizes[best] * 2)
                    read(best)
                end
            end
            return found
            """);

    /** Counts messages. KEYS: the topic, partitions. ARGV: incarnation, and for each partition the position to count after. */
    static final RedisScript COUNT = RedisScript.of(CHECK + """
            local counts = {}
            for i = 2, #KEYS do
                local first = redis.call('XRANGE', KEYS[i], text(tonumber(ARGV[i]) + 1), '+', 'COUNT', 1)[1]
                counts[i - 1] = first and number(redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]) - number(first) + 1 or 0
            end
            return counts
            """);

    /** Returns a consumer's positions. KEYS: the topic, the positions of the consumer. ARGV: incarnation. */
    static final RedisScript COMMITTED = RedisScript.of(CHECK + "return redis.call('HGETALL', KEYS[2])");

    /**
     * Commits a position. KEYS: the topic, the positions of a consumer, the leases of its group. ARGV: incarnation, partition, position, slot,
     * term.
     */
    static final RedisScript COMMIT = RedisScript.of(CHECK + """
            local term, ends = string.match(redis.call('HGET', KEYS[3], ARGV[4]) or '', %s)
            if term ~= ARGV[5] or tonumber(ends) < 0 then
                return redis.error_reply('TERMENDED the term has ended')
            end
            redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
            return 1
            """.formatted(LEASE));

    /**
     * Deletes old messages. KEYS: the topic, its partitions. ARGV: incarnation, age in microseconds, most. The script stores the highest
     * deleted position. XTRIM has MINID only since Redis 6.2, so it computes the number of messages to keep from their numbers.
     */
    static final RedisScript TRIM = RedisScript.of(CHECK + """
            local cutoff = micros() - tonumber(ARGV[2])
            local trimmed = tonumber(redis.call('HGET', KEYS[1], 'trimmed'))
            local most = tonumber(ARGV[3])
            for i = 2, cutoff > 0 and #KEYS or 0 do
                local length = redis.call('XLEN', KEYS[i])
                local old = redis.call('XREVRANGE', KEYS[i], text(cutoff - 1), '-', 'COUNT', 1)[1]
                local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
                local keep = old and math.max(number(last) - number(old), length - most) or length
                if keep < length then
                    redis.call('XTRIM', KEYS[i], 'MAXLEN', text(keep))
                    most = most - (length - keep)
                    local first = redis.call('XRANGE', KEYS[i], '-', '+', 'COUNT', 1)[1]
                    trimmed = math.max(trimmed, first and math.min(position(old), position(first) - 1) or position(old))
                end
            end
            redis.call('HSET', KEYS[1], 'trimmed', text(trimmed))
            return 1
            """);

    /** Adds a dead letter. KEYS: the topic, its dead letters, their ids. ARGV: incarnation, id, names and values of fields. */
    static final RedisScript ADD_DEAD = RedisScript.of(CHECK + """
            if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then return 0 end
            local fields = {}
            for i = 3, #ARGV do fields[i - 2] = ARGV[i] end
            redis.call('HSET', KEYS[3], ARGV[2], redis.call('XADD', KEYS[2], '*', 'letter', ARGV[2], unpack(fields)))
            return 1
            """);

    /** Finds a dead letter. KEYS: the dead letters of a topic, their ids. ARGV: id. */
    static final RedisScript FIND_DEAD = RedisScript.of("""
            local entry = redis.call('HGET', KEYS[2], ARGV[1])
            return entry and redis.call('XRANGE', KEYS[1], entry, entry) or {}
            """);

    /** Removes a dead letter. KEYS: the dead letters of a topic, their ids. ARGV: id. Returns the number of removed dead letters. */
    static final RedisScript REMOVE_DEAD = RedisScript.of("""
            local entry = redis.call('HGET', KEYS[2], ARGV[1])
            if not entry then return 0 end
            redis.call('HDEL', KEYS[2], ARGV[1])
            return redis.call('XDEL', KEYS[1], entry)
            """);

    /** Counts entries. KEYS: streams. Returns the length of each stream. */
    static final RedisScript LENGTHS = RedisScript.of("""
            local lengths = {}
            for i, key in ipairs(KEYS) do lengths[i] = redis.call('XLEN', key) end
            return lengths
            """);

    private LogScripts() {}
}
