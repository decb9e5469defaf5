-- wrk's side of the benchmarks: POSTs bodies made from a template, so that no two
-- requests are alike, and prints the result as one line of JSON.
--
-- args: METHOD TEMPLATE_FILE [TOKENS_FILE [PAUSE_MS]]
-- In the template {uuid} becomes a random UUID and {n} a number unique to the run.
-- With tokens, each request takes the next one as its bearer token; a word behind it stands for {word}.
-- With a pause, each connection waits as long on average before its next request.

local threads = 0

function setup(thread)
	thread:set("thread_no", threads)
	threads = threads + 1
end

local function lines(path)
	local all = {}
	for line in io.lines(path) do
		all[#all + 1] = line
	end
	return all
end

local tokens, template, n, pause = nil, "", 0, 0

function init(args)
	-- os.time alone repeats within a second; the table's address differs by thread
	math.randomseed(os.time() * 1000 + tonumber(tostring({}):match("0x(%x+)"), 16) % 1000000 + thread_no)
	wrk.method = args[1]
	if args[2] then
		template = table.concat(lines(args[2]))
		wrk.headers["Content-Type"] = "application/json"
	end
	if args[3] then
		tokens = lines(args[3])
		n = thread_no * 7
	end
	pause = tonumber(args[4]) or 0
	if pause > 0 then
		delay = function() -- wrk looks whether there is one before it starts
			return math.random(0, 2 * pause)
		end
	end
end

local function uuid()
	local r = math.random
	return string.format("%04x%04x-%04x-4%03x-%04x-%04x%04x%04x", r(0, 65535), r(0, 65535), r(0, 65535), r(0, 4095),
		r(32768, 49151), r(0, 65535), r(0, 65535), r(0, 65535))
end

function request()
	if template == "" then
		return wrk.format()
	end
	n = n + 1
	local word = ""
	if tokens then
		local token
		token, word = tokens[n % #tokens + 1]:match("^(%S+) ?(%S*)$")
		wrk.headers["Authorization"] = "Bearer " .. token
	end
	local body = template:gsub("{uuid}", uuid):gsub("{n}", thread_no .. "-" .. n):gsub("{word}", word)
	return wrk.format(nil, nil, nil, body)
end

function done(summary, latency, requests)
	local e = summary.errors
	io.write(string.format('{"requests":%d,"seconds":%.6f,"bad":%d,"p50_ms":%.3f,"p99_ms":%.3f}\n', summary.requests,
		summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50) / 1000,
		latency:percentile(99) / 1000))
end
