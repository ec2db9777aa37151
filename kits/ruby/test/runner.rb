# frozen_string_literal: true

# Reads a task from standard input, does what it says with this kit, and prints a report: see docs/guides/kits/write-a-kit.md.

require 'feedback_board'
require 'pp'
require 'stringio'

def signed(given)
  input = given.transform_keys(&:to_sym)
  input[:user] = FeedbackBoard::User.new(**input[:user].transform_keys(&:to_sym))
  input[:now] = Time.at(input[:now]) if input.key?(:now)
  { token: FeedbackBoard.sign_in_token(**input) }
rescue FeedbackBoard::SigningError => e
  { error: { code: e.code, message: e.message } }
end

def verified(given)
  { event: FeedbackBoard.verify_webhook(given['secret'], given['headers'], given['body'], now: Time.at(given['now'])) }
rescue FeedbackBoard::WebhookError => e
  { error: e.code }
end

def described(error)
  facts = %i[code status title detail request_id errors].to_h { |name| [name, error.public_send(name)] }
  facts.merge(retry_after_ms: error.retry_after && (error.retry_after * 1000).round)
end

def called(given)
  report = { outcomes: [], pauses: [], tokens_asked: 0, told: [] }
  options = given['options']
  settings = { tries: options['tries'], longest_wait: options['longest_wait_ms']&./(1000.0),
               request_timeout: options['request_timeout_ms']&./(1000.0) }.compact
  sleeper = ->(pause) { report[:pauses] << (pause * 1000) }
  begin
    client = FeedbackBoard::Client.new(options['api_origin'] || given['origin'], options['secret_key'], sleep: sleeper, **settings)
  rescue FeedbackBoard::Error => e
    return report.merge(refused: described(e))
  end
  answers = []
  given['steps'].each do |step|
    answers << outcome(client, step, answers)
    report[:outcomes] << { value: answers.last == {} ? nil : answers.last } # a 204 is an empty answer
  rescue FeedbackBoard::Error => e
    answers << nil
    report[:outcomes] << { error: described(e) }
  end
  report
end

def outcome(client, step, answers)
  method, path = step['call'].split(' ', 2)
  args = step['args']
  params = args['path'].merge(args['query']).transform_keys(&:to_sym)
  if step.key?('read')
    items = client.list(path, **params)
    return step['read'] == 'all' ? items.to_a : items.first(step['read'])
  end
  params[:if_match] = args['if_match'] if args.key?('if_match')
  params[:if_match] = answers[args['if_match_of']].etag if args.key?('if_match_of')
  params[:idempotency_key] = args['idempotency_key'] if args.key?('idempotency_key')
  client.public_send(method.downcase, path, *(args.key?('body') ? [args['body']] : []), **params)
end

def printed(samples, webhook)
  headers = webhook['headers']
  raw_body = webhook['body']
  $stdout = StringIO.new
  eval(samples, binding)
  $stdout.string
ensure
  $stdout = STDOUT
end

def live(given)
  board = FeedbackBoard::Client.new(given['origin'], ENV.fetch('FEEDBACK_SECRET_KEY'))
  picture = board.post('/files', FeedbackBoard.form(given['picture'].unpack1('m0'), 'image/png'))
  lines = FeedbackBoard::Raw.new(given['lines'], 'application/x-ndjson')
  since = Time.utc(2020)
  board.get('/posts', updated_after: since)
  board.post('/posts', { title: 'With a time', created_at: since })
  {
    markdown: picture['markdown'],
    imported: board.post('/imports', lines, source: 'old-tool', dry_run: true),
    refused: [
      refusal { FeedbackBoard.form('', "image/png\r\nX-Other: 1") },
      refusal { FeedbackBoard::Raw.new('', "text/plain\r\nX-Other: 1") }
    ]
  }
end

def refusal
  yield
rescue FeedbackBoard::Error => e
  e.code
end

def shown
  signer = FeedbackBoard::Signer.new(project_id: 'prj_1', key_id: 'k', private_key: ENV.fetch('FEEDBACK_PRIVATE_KEY'),
                                     api_origin: 'https://a.example', board_origin: 'https://b.example')
  board = FeedbackBoard::Client.new('http://127.0.0.1:9', ENV.fetch('FEEDBACK_SECRET_KEY'), tries: 1)
  pair = FeedbackBoard.generate_key_pair
  lost = begin
    board.get('/posts')
  rescue FeedbackBoard::Error => e
    e.full_message
  end
  [signer.inspect, PP.pp(signer, +''), board.inspect, PP.pp(board, +''), pair.inspect, pair.to_s, PP.pp(pair, +''), lost,
   board.instance_variable_get(:@transport).inspect]
end

# A StopIteration of the block is the block's own.
def stopped
  board = FeedbackBoard::Client.new('http://127.0.0.1:9', ENV.fetch('FEEDBACK_SECRET_KEY'))
  board.define_singleton_method(:get) { |*, **| FeedbackBoard::Answer.new({ 'data' => [1], 'next_cursor' => nil }) }
  board.list('/posts') { [].each.next }
  raise 'the list swallowed what its block raised'
rescue StopIteration
  nil
end

stopped
task = JSON.parse($stdin.read)
puts JSON.generate(
  signing: task['signing'].map { |given| signed(given) },
  webhooks: task['webhooks'].map { |given| verified(given) },
  calls: task['calls'].map { |given| called(given) },
  printed: printed(task['samples'], task['webhook']),
  live: live(task['live']),
  shown: shown
)
