import type { ConceptWords } from './names'

export const en: ConceptWords = {
  change:
    'change*|edit*|update*|modif*|swap*|replac*|switch*|alter*|adjust*|redirect*|retarget*|repoint*|point*|different|instead|moved|move it|new address|rebrand*|renam*|set a new|put in the new|outdated|correct*|switched|send people|show something else|other page|somewhere else|go to the|still opens|still open the|opens the old|old site|overwrote|overwritten',
  link: 'link*|url*|address*|destination*|target*|website*|web site|site|page*|webpage|goes|go to|leads|lead to|opens|instagram|landing|tiktok|homepage|ticket page|menu page|booking|system|store page|shop page|profile|playlist|survey',
  printed:
    'printed|print|printing|sticker*|flyer*|poster*|leaflet*|already out|already on|menus|business card*|packaging|banner*|signs|sign|reprint*|cards|hung up|stuck|brochures|invitation*|box|boxes|van|vans|tent*|roll-up|badge*|booklet*|wall|window sticker|cups|shirts|truck|tables|wedding',
  mistake:
    'wrong|mistake*|typo*|oops|error in|incorrect*|messed up|accidentally|by accident|screwed|overwrote|overwritten|intern',
  goBack:
    'back|undo|revert*|restor*|roll back|rollback|previous|earlier|old one|original|recover*|history|last version|bring back|get it back|yesterday’s|recover yesterday|bring yesterday',
  pause:
    'pause*|turn off|switch off|disable*|deactivat*|stop* working|stop the code|temporar*|for a while|weekend|closed|unpause*|resume*|reactivat*|turn on|switch on|switch it back|inactive|offline|vacation|holiday*|renovation|suspend*|shut|freeze*|postpone*|on hold|hold it|block scans|take offline|kill switch|unfreeze|back to life',
  cannot:
    'can’t|cannot|can not|cant|won’t|wont|doesn’t|doesnt|not able|unable|impossible|fail*|refus*|reject*|missing|greyed|grayed|locked|not possible|does not|don’t|dont|isn’t|isnt|no button|denied|not working|broken|won t|can t|doesn t|don t',
  keepScans: 'lose|lost my scans|wiped|wipe|affect*|keep the numbers|keep my scans|reset when',
  format:
    'png|svg|eps|vector*|format*|file type|jpg|jpeg|resolution format|illustrator|print shop|printer|printing house|print house|designer|sign writer|sign maker|canva|photoshop|powerpoint|word document|.ai|indesign|print company',
  download:
    'download*|save*|get the image|export the picture|as an image|get the file|to my phone|onto my|to my laptop|jpg of|image of my|picture|image|images|grab|off the site|jpeg|get the qr|picture file',
  blurry:
    'blur*|fuzzy|pixel*|unsharp|not sharp|low quality|low resolution|jagged|grainy|blow it up|enlarg*|soft|unclear|rough|smeared|ugly when|poor quality|crisp|not crisp',
  asksBefore: 'ask* me|ask* before|confirmation|are you sure|warning when i download|warns',
  again: 'again|need a new|have to be replaced|reprint*|redo|re-download',
  dynamicOrStatic:
    'static|dynamic|never expire*|expire*|editable|permanent|kind of code|type of code|which type|which kind|forever|difference|ten years|years|lifetime|how long will|still work in|how long does a code|run out one day',
  create:
    'create*|make|making|build*|generat*|new code|new qr|qr for|code for|qr that|a qr|set up a code|start with',
  contentType:
    'wifi|wi-fi|vcard|contact card|business card|google map*|maps|review*|facebook|instagram|whatsapp|phone number|sms|email address|join our|location|calendar|google form*|youtube|linkedin|save my number|contact details|my number|follow us|follow me|call us|call me|app store|menu link|review us',
  ownId:
    'own short link|short link|short url|custom url|custom link|vanity|own id|custom id|slug|end of the link|end with|brand name in the|pick the name|random letters|letters in the link|characters in the link|name in the link|prettier link|readable link',
  account:
    'account|sign up|signup|register*|registration|log in first|login first|without an account|without login|without signing|sign in to|trial|try it|just looking|need a login|make a login|need to log in|guest|create a login|have a look first',
  beforePrinting:
    'before i print|before printing|before we print|about to send|about to print|anything i should check|checklist|send to print|test print|proof|ordering|must i test|test first|before the run|before i order|test before|big order|checks before',
  design:
    'look|looks|style*|design*|shape*|dots|corners|round*|pretty|prettier|customi*|appearance|template*|theme|eyes|fancy',
  logo: 'logo*|icon|emblem|picture in the middle|photo in the middle|in the middle|in the centre|in the center|our brand in|mascot|our symbol|brand mark|photo of|in its middle|badge in',
  colour:
    'colour*|color*|dark|light|black|white|yellow|red|blue|navy|gold|silver|pink|green|gradient|background|invert*|contrast|grey|gray|orange|brown|beige|pastel|neon|coloured',
  frame:
    'frame*|scan me|caption|call to action|text under|text below|words under|label under|under it|around it|write something|add the words|words below|words above|text above|book a table below|slogan|sentence under|line of text',
  hardToScan:
    'hard to scan|difficult to scan|scan quality|quality check|design warning|complains|scannab*|says hard|unreadable design|low score',
  reset:
    'reset*|start over|from scratch|back to black|remove all styl*|default look|plain black|zero|start again|clear the|go plain|plain again|all my styling|remove the styling|fresh|from nothing|to nothing|start counting',
  size: 'big|large|small|size*|cm|mm|inch*|metre*|meter*|distance|far|tiny|minimum|how wide|dimension*|billboard|window|close|smaller|ceiling|up high|from afar|away|hanging|across the street|how tall|width|height',
  material:
    'paper|glossy|matt|matte|glass|mug|shirt|fabric|wood|metal|plastic|foil|curved|transparent|laminat*|engrav*|material*|surface|bottle|window film|shiny|vinyl|cup|textile|cloth',
  border:
    'border*|margin*|quiet zone|white edge|blank edge|blank space|white space|empty space|crop*|cut off|trim*|white frame|whitespace|edge|right up against|against the code|touch the code|text next to|too close|around the code|empty area',
  doesNotScan:
    'doesn’t scan|does not scan|won’t scan|not scanning|cannot be scanned|can’t be read|camera*|nothing happens|nothing pops|nothing opens|not readable|don’t read|unreadable|phones|doesn’t recogni*|not recogni*|scanner|doesn t scan|can’t scan|fails to scan|scan fails|nothing comes|does nothing|no reaction|no response|samsung|iphone|android|dead code|phone says nothing|won’t open',
  pdf: 'pdf*|document*|file|brochure|catalog*|price list|booklet|manual|handbook|user manual|guide|flyer pdf|leaflet pdf|terms|certificate pdf|instructions',
  replaceFile:
    'replace the file|replace the pdf|new pdf|new version|newer version|updated pdf|upload the new|swap the document|new file|swap the file|newest version|got corrected|corrected file|corrected version|fixed version|latest version|edition',
  oldFile:
    'old file|old pdf|previous file|last month’s|earlier version|older version|previous version|this morning’s|yesterday’s file|by mistake replaced|replaced by mistake|want the old file',
  privacy:
    'private|public|who can|confidential|secret|see the document|protected|password protect*|access to|visible to|outsiders|strangers|others see|internal|anyone open|anybody read|guess the link|employees only|visible',
  upload: 'upload*|too large|too big|10 mb|file size|mb',
  scans:
    'scan|scans|scanned|scanning|statistics|stats|analytics|visitors|visits|clicks|hits|views|numbers|figures|count*|report*|chart*|traffic|people used|used the poster|use the code|visitor numbers|dashboard|audience|reach',
  where: 'where|how do i see|view|see|find out|show me',
  unique:
    'unique*|same person|twice|distinct|total|repeat*|returning|two numbers|two visitor numbers|difference between the two|one counts more',
  notCounted:
    'not counted|wasn’t counted|isn’t counted|not going up|stuck|still 0|says 0|zero|shows 0|missing scans|too low|counter|doesn’t increase|not increas*|didn’t count|not show up|not showing|shows nothing|nothing shows|no numbers|empty statistics|still nothing|own phone',
  googleAnalytics: 'google analytics|ga4|tracking id|tracking|gtag|utm|pixel|tag manager',
  weekly:
    'weekly|every week|monday*|each week|newsletter|digest|summary|every monday|once a week|regular report|every month|monthly|each monday|mondays',
  email: 'email*|e-mail*|mail|inbox|mails|in my inbox|to my inbox|send me',
  unsubscribe: 'stop the|stop sending|unsubscribe|opt out|turn off the email|no more',
  many: 'many|bulk|hundred*|dozens|thousand*|batch*|at once|all codes|all my codes|every table|each table|per table|per room|each room|every room|one for each|120|100|50|200|500|mass|several|multiple|30|40|whole list|in one go|all at the same|all links|all urls|lots of|series|different codes|rooms|tables|seats|90|60|80|120 codes|serial|numbered|doors|chairs|products|every product|all images|all of them|together',
  spreadsheet:
    'excel|spreadsheet*|csv|xlsx|google sheet*|guest list|list of|paste*|rows|column*|import a csv|sheet|a list|product list|table of|sheets|list sits|list into',
  labels:
    'label*|avery|stickers on|sticker sheet*|table tent*|tent*|print all|sheet of|zip|a4|many on one page|name tag*|badge*|tags|per page|per a4|per sheet|stickers per|label printer|cut out|print them all',
  moveIn:
    'bitly|bit.ly|qr tiger|flowcode|uniqode|qr code generator|another provider|other provider|another service|other service|competitor|old provider|old service|import*|migrat*|move from|moving from|switch from|switching from|coming from|come over|transfer*|change provider|qrco.de|provider|at bitly|get here|come here|keep them|keeping them|bring over|bring them|me-qr|elsewhere until now|qr-code-generator',
  columns: 'column*|heading*|header*|not recogni*|mapping|map the',
  leave:
    'leave|leaving|take our codes|take my codes|take the codes|lock-in|locked in|move away|elsewhere|export all|export my|away later|exit|quit|own server|cancel and keep|another vendor|other vendor|picks another|change vendor|in two years|later on|exit plan|take them with us',
  dns: 'dns|a record|txt|cname|ttl|nameserver*|cloudflare|record*|propagat*|godaddy',
  domain: 'domain*|own address|our address|subdomain|branded|company name in the link|our own url',
  notVerified:
    'not verified|pending|verif*|still says|unverified|not confirmed|verification|record is wrong|pressed verify|says the record|not accepted|wrong record|no green',
  certificate:
    'ssl|certificate*|https|tls|not secure|secure connection|padlock|connection is not private|not private|your connection|insecure|privacy error|unsafe connection|warning in the browser',
  oldLink:
    'old link*|old sticker*|old url|printed link|second link|two links|alias|path|additional link|extra link|another link|old path|old address|also open|open this code too|from last year carry|carry go|as well|open this code as well|already printed link|legacy link',
  domainGivenUp:
    'give up the domain|domain expires|stop using the domain|without the domain|domain runs out|lose the domain|remove the domain|sell the domain|drop the domain',
  password: 'password*|passcode|login*|log in|sign in|log me|signed in|logged in',
  forgot:
    'forgot*|forget|can’t remember|don’t remember|lost my password|reset my password|locked out|can’t log in|cannot log in|can’t sign in|can’t get in',
  passkey:
    'passkey*|fingerprint|face id|biometric*|two-factor|two factor|2fa|mfa|authenticator|two-step|otp|security key|windows hello|touch id|two step|2-step|second step|extra step|sms code',
  lostPhone:
    'lost the phone|lost my phone|new phone|phone stolen|broken phone|phone was stolen|phone broke|recovery code*|lost phone|lost my passkey|stole my phone|phone died|lost|no authentication codes|no codes any more|changed my phone|phone is gone|dropped my phone',
  devices:
    'everywhere|all devices|other devices|sign out|log out|somebody else|someone else|hacked|sessions|other computer|logged in on|shared computer|old laptop|ex employee|former employee',
  remove:
    'delet*|remov*|erase*|gone|disappear*|trash|bin|wiped|trashed|threw away|got rid of the code|killed the code|trainee|vanish*|went missing',
  ownData:
    'my data|gdpr|personal data|export everything|delete my account|close my account|close the account|cancel my account|account deletion|copy of my data|all my data|privacy request|everything you have',
  safe: 'safe*|suspicious|scam|phishing|fraud*|malicious|virus|where a code leads|preview|trust|legit|check a code|fake',
  reported:
    'reported|taken down|take down|blocked|flagged|banned|abuse|warning before|report against|someone reported',
  addressWarning:
    'warning about|look-alike|lookalike|address warning|weird address|address looks|suspicious address|says the address',
  pay: 'pay|paying|payment*|paid|top up|topup|wallet|money|buy|purchase|charge*|balance|checkout|cost',
  bankTransfer: 'bank transfer|bank|transfer|vietqr|account number|transfer description|reference|iban|wire',
  card: 'card|credit card|visa|mastercard|momo|vnpay|paypal|stripe|apple pay|debit card|cash|zalopay|e-wallet|pay with',
  notArrived:
    'not arrived|didn’t arrive|hasn’t arrived|nothing happened|still free|still on free|still unpaid|not activated|not active|not credited|charged but|deducted|pending payment|money gone|never came|haven’t received|not upgraded|still waiting|still shows free|still on the free|keeps saying waiting|says waiting|waiting for payment|not recognised my payment|nothing changed|paid but',
  overpaid: 'too much|twice|overpaid|double|too late|wrong amount|late transfer|extra money|refund*',
  plan: 'plan*|subscription*|tier|package|premium|pro|upgrade*|downgrade*|limit*|quota|billing|membership|free version',
  upgrade: 'upgrade*|more codes|bigger|higher plan|increase*|larger plan|need more',
  downgrade: 'downgrade*|cheaper|smaller plan|lower plan|go down|reduce my plan|basic plan',
  unpaid:
    'stop paying|not pay|don’t pay|cancel*|expire*|subscription ends|plan ends|runs out|late payment|past due|miss a payment|forget to pay|don’t renew|no longer pay|grace|unsubscribe from plan|let it lapse|overdue|lapse*|short on cash|can’t afford|no money|survive|stay alive|keep alive|out of money|broke|skip a month|miss a month',
  used: 'left|remaining|used|how many codes can|how many can i|usage|my limit*|allowance',
  tokens: 'token*|assistant limit|chat limit|ai credits',
  invoice: 'invoice*|bill|bills|receipt*|billing document|tax invoice',
  taxCode:
    'tax|vat|company name|tax id|tax code|company details|billing details|accountant|gst|tax number|company on',
  invoiceLanguage: 'in english|language of the invoice|language',
  when: 'when',
  planDate: 'when does|expire|renew*|renewal|next payment|end date|due date|until when|run until',
  best: 'most|best|top|popular|ranking|highest|performs|busiest|winner',
  period: 'today|yesterday|this week|last week|this month|last month|past week|so far|per day|tonight',
  howMany: 'how many|how often|number of|how much',
  colleagues:
    'colleague*|coworker*|co-worker*|staff|employee*|teammate*|my team|team|invite*|invitation link|member*|role*|permission*|access for|give access|workspace*|manager|editor|viewer|accountant access|work together|share the account|several people|second user|another user|more users',
  programs:
    'api|webhook*|n8n|zapier|mcp|claude|chatgpt|cursor|endpoint*|erp|point of sale|integrat*|developer*|script|my server|our server|software|secret|signing|revoke',
}
